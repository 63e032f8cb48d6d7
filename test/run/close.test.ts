import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { createPlimsoll, type Plimsoll, type Run } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { deferred, quiet, rejectionOf } from './deferred.ts'

type Message = OpenAIChatMessage

const large = [user(bytes(600)), user(bytes(600)), user('new')]
const never = new Promise<never>(() => {})
const closed = { code: 'runClosed', name: 'RunClosedError' }

describe.each<[string, () => Plimsoll<Message>]>([
  ['a bounding run', () => compose()],
  ['a pass-through run', () => createPlimsoll<Message>()],
])('%s', (_, plimsoll) => {
  test('that is closed takes no call and opens no child', async () => {
    const run = plimsoll().openRun()
    await run.close()
    await run.close()
    expect(await rejectionOf(run.assemble([user()]))).toMatchObject(closed)
    expect(await rejectionOf(run.dispatch([user()], () => 'sent'))).toMatchObject(closed)
    expect(() => run.child()).toThrowError(expect.objectContaining(closed))
  })

  test('that is disposed of is closed', async () => {
    const run = plimsoll().openRun()
    await run[Symbol.asyncDispose]()
    expect(await rejectionOf(run.assemble([user()]))).toMatchObject(closed)
  })

  test('closes its children with it, and theirs', async () => {
    const run = plimsoll().openRun()
    const child = run.child()
    const grandchild = child.child()
    await run.close()
    expect(await rejectionOf(child.assemble([user()]))).toMatchObject(closed)
    expect(await rejectionOf(grandchild.assemble([user()]))).toMatchObject(closed)
  })

  test('goes on when a child is closed', async () => {
    const run = plimsoll().openRun()
    await run.child().close()
    expect(await run.dispatch([user()], ([message]) => message)).toEqual(user())
  })

  test('closed while a source is captured ends the call', async () => {
    const run = plimsoll().openRun()
    const assembling = rejectionOf(run.assemble({ capture: () => never }))
    await quiet()
    await run.close()
    expect(await assembling).toMatchObject(closed)
  })

  test('closed while a list is sent ends the call', async () => {
    const run = plimsoll().openRun()
    let told: AbortSignal | undefined
    const sending = rejectionOf(
      run.dispatch([user()], (__, { signal }) => {
        told = signal
        return never
      }),
    )
    await quiet()
    await run.close()
    expect(await sending).toMatchObject(closed)
    expect(told?.aborted).toBe(true)
  })

  test('leaves the call that was made before it was closed readable and settled', async () => {
    const run = plimsoll().openRun()
    const call = await run.assemble([user()])
    await run.close()
    await call.commit()
    await call.release()
    await call[Symbol.asyncDispose]()
    expect(call.messages).toEqual([user()])
  })
})

test('closing while the reducer is asked ends the call, and tells the reducer', async () => {
  let asked: AbortSignal | undefined
  const run = compose({
    upstreamReducer: ({ signal }) => {
      asked = signal
      return never
    },
  }).openRun()
  const assembling = rejectionOf(run.assemble(large))
  await quiet()
  await run.close()
  expect(await assembling).toMatchObject(closed)
  expect(asked?.aborted).toBe(true)
})

test('closing ends the calls in the queue', async () => {
  const run = compose().openRun({ admission: 'serial' })
  await run.assemble([user('first')])
  const waiting = [1, 2, 3].map(() => rejectionOf(run.assemble([user()])))
  await quiet()
  await run.close()
  for (const refusal of waiting) expect(await refusal).toMatchObject(closed)
})

test('a child may be closed while its parent waits for it', async () => {
  const child = deferred<Run<Message>>()
  const run = compose().openRun()
  const sending = run.dispatch([user()], async () => {
    const own = run.child()
    child.resolve(own)
    return rejectionOf(own.dispatch([user()], () => never))
  })
  const opened = await child.promise
  await quiet()
  await opened.close()
  expect(await sending).toMatchObject(closed)
})

describe('settling a call', () => {
  test('twice, or the other way round, does nothing more', async () => {
    const run = compose().openRun({ admission: 'serial' })
    const call = await run.assemble([user('first')])
    const next = run.assemble([user('second')])
    await Promise.all([call.commit(), call.commit(), call.release()])
    const second = await next
    let third = false
    const waiting = run.assemble([user('third')]).then(() => {
      third = true
    })
    await call.release()
    await quiet()
    expect(third).toBe(false)
    await second.release()
    await waiting
    expect(third).toBe(true)
  })

  test('disposing of it lets the next one in', async () => {
    const run = compose().openRun({ admission: 'serial' })
    const call = await run.assemble([user('first')])
    await call[Symbol.asyncDispose]()
    expect((await run.assemble([user('second')])).messages).toHaveLength(1)
  })

  test('a refused call lets the next one in', async () => {
    const run = compose({ upstreamReducer: () => ({}) }).openRun({ admission: 'serial' })
    expect(await rejectionOf(run.assemble([user(bytes(2_000))]))).toMatchObject({ outcome: 'irreducible' })
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })

  test('a sending that fails, at once or later, is passed on and lets the next one in', async () => {
    const failure = new Error('the provider is down')
    const run = compose().openRun({ admission: 'serial' })
    const throwing = run.dispatch([user()], () => {
      throw failure
    })
    expect(await rejectionOf(throwing)).toBe(failure)
    expect(await rejectionOf(run.dispatch([user()], () => Promise.reject(failure)))).toBe(failure)
    expect(await run.dispatch([user()], async () => 'sent')).toBe('sent')
  })
})

test.each(['assembly.started', 'assembly.completed', 'assembly.composed'])(
  'a sink that closes the run at %s ends the call',
  async (type) => {
    const heard: string[] = []
    const run: Run<Message> = compose().openRun({
      report: (event) => {
        heard.push(event.type)
        if (event.type === type) void run.close()
      },
    })
    expect(await rejectionOf(run.assemble(large))).toMatchObject(closed)
    expect(heard.at(-1)).toBe(type)
  },
)

test('a reducer and a source that close the run end the call', async () => {
  const run: Run<Message> = compose({
    upstreamReducer: () => {
      void run.close()
      return { drop: [0] }
    },
  }).openRun()
  expect(await rejectionOf(run.assemble(large))).toMatchObject(closed)
  const other = compose().openRun()
  const source = {
    capture: () => {
      void other.close()
      return { version: 1, messages: large }
    },
  }
  expect(await rejectionOf(other.assemble(source))).toMatchObject(closed)
})
