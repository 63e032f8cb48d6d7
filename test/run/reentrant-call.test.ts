import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { Reducer, Run } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { deferred, quiet, rejectionOf } from './deferred.ts'

type Message = OpenAIChatMessage

const messages = [user(bytes(600)), user(bytes(600)), user('new')]

describe.each(['concurrent', 'serial'] as const)('with %s admission', (admission) => {
  const open = (reducer: (run: Run<Message>) => Reducer<Message>): Run<Message> => {
    let asking: Reducer<Message> = () => ({})
    const run = compose({ upstreamReducer: (request) => asking(request) }).openRun({ admission })
    asking = reducer(run)
    return run
  }

  test('a reducer that calls through the run that waits for it is told so', async () => {
    const refusals: unknown[] = []
    const run = open((self) => async () => {
      refusals.push(await rejectionOf(self.assemble([user('summarise')])))
      await quiet()
      refusals.push(await rejectionOf(self.dispatch([user('summarise')], () => 'sent')))
      return { drop: [0] }
    })
    expect((await run.assemble(messages)).diagnostics?.outcome).toBe('reduced')
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'composition', problem: 'reentrantCall' })
    }
    expect(refusals).toHaveLength(2)
  })

  test('a refusal that the reducer passes on fails the call with that refusal', async () => {
    const run = open((self) => async () => {
      await self.assemble([user('summarise')])
      return {}
    })
    const error = await rejectionOf(run.assemble(messages))
    expect(error).toMatchObject({ code: 'composition', problem: 'reentrantCall' })
    expect((error as Error).message).toContain('run.child()')
  })

  test('a child of the run may be called', async () => {
    const run = open((self) => async () => {
      const answer = await self.child().dispatch([user('summarise')], ([message]) => message?.content)
      return { summaries: [{ over: [0, 0], text: String(answer) }] }
    })
    const call = await run.assemble(messages)
    expect(call.messages[0]).toEqual(user('summarise'))
  })

  test('a child’s reducer can’t call the run that waits for the child', async () => {
    let depth = 0
    const run = open((self) => async () => {
      depth += 1
      if (depth > 1) await self.assemble([user('again')])
      await self.child().assemble(messages)
      return { drop: [0] }
    })
    expect(await rejectionOf(run.assemble(messages))).toMatchObject({ problem: 'reentrantCall' })
  })

  test('what a reducer leaves running may call the run once the reducer has answered', async () => {
    const answered = deferred()
    let later: Promise<unknown> = Promise.resolve()
    const run = open((self) => () => {
      later = answered.promise.then(() => self.dispatch([user('later')], () => 'sent'))
      return { drop: [0] }
    })
    await (await run.assemble(messages)).commit()
    answered.resolve()
    expect(await later).toBe('sent')
  })
})
