import { expect, test } from 'vitest'
import { artifactWorkspace } from '../../src/artifacts/index.ts'
import { openaiChat } from '../../src/dialects/openai-chat/index.ts'
import type { PlimsollEvent } from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { compose } from '../support/compose.ts'
import { assistant, bytes, system, user } from '../support/messages.ts'
import { openArtifactRun, withResults } from './artifact-run.ts'
import { deferred, quiet } from './deferred.ts'

test('a message that the host edits in place while the reducer is asked is measured anew', async () => {
  const task = user('Go on.')
  const messages = [system(), user(bytes(700)), assistant(bytes(400)), task]
  const plimsoll = compose({
    maximumCompactionAttempts: 2,
    upstreamReducer: async ({ attempt }) => {
      if (attempt === 1) Object.assign(task, { content: bytes(900) })
      return { drop: [1, 2] }
    },
  })
  await using run = plimsoll.openRun({ dialect: openaiChat() })

  const call = await run.assemble(messages)

  expect(call.diagnostics).toMatchObject({ restartCount: 1, attemptCount: 2, outcome: 'reduced' })
  expect(call.diagnostics?.finalSize).toBe(900 + 'Answer in short sentences.'.length)
})

test('an edit in place that no attempt is left for is never sent stale', async () => {
  const task = user('Go on.')
  const plimsoll = compose({
    upstreamReducer: async () => {
      Object.assign(task, { content: bytes(5_000) })
      return { drop: [1, 2] }
    },
  })
  await using run = plimsoll.openRun({ dialect: openaiChat() })

  const refused = run.assemble([system(), user(bytes(700)), assistant(bytes(400)), task])

  await expect(refused).rejects.toMatchObject({ outcome: 'concurrentMutationLimit' })
})

test('an edit in place is noticed where a reducer makes it and then asks one of ours', async () => {
  const task = user('Go on.')
  const ours = dropOldest()
  const plimsoll = compose({
    maximumCompactionAttempts: 2,
    upstreamReducer: (request) => {
      if (request.attempt === 1) Object.assign(task, { content: 'Go on, please.' })
      return ours(request)
    },
  })
  await using run = plimsoll.openRun({ dialect: openaiChat() })

  const call = await run.assemble([system(), user(bytes(700)), assistant(bytes(400)), task])

  expect(call.diagnostics).toMatchObject({ restartCount: 1, attemptCount: 2, outcome: 'reduced' })
})

test('a message that the host edits in place while the reducer leaves it out is looked at anew', async () => {
  const old = user(bytes(700))
  const messages = [system(), old, assistant(bytes(400)), user('Go on.')]
  const plimsoll = compose({
    maximumCompactionAttempts: 2,
    upstreamReducer: async () => {
      Object.assign(old, { content: 'Short now.' })
      return { drop: [1, 2] }
    },
  })
  await using run = plimsoll.openRun({ dialect: openaiChat() })

  const call = await run.assemble(messages)

  expect(call.diagnostics).toMatchObject({ restartCount: 1, outcome: 'withinLimit' })
  expect(call.messages).toContain(old)
})

test('a result that the host edits in place while it is stored is never sent as an envelope of what it was', async () => {
  const inner = artifactWorkspace()
  const gate = deferred()
  const { run } = openArtifactRun(
    { workspace: { ...inner, store: (...all) => gate.promise.then(() => inner.store(...all)) } },
    { hardLimitBytes: 4_000, elideOlderResults: true, recentMessageRetentionCount: 1 },
  )
  const messages = withResults(bytes(5_000), 'short', 'short')
  const call = run.assemble(messages)
  await quiet()
  const edited = Object.assign(messages[3] ?? user(), { content: 'Something else.' })
  gate.resolve()

  expect((await call).messages).toContain(edited)
})

test('a call that its own classifier aborts asks no reducer', async () => {
  const controller = new AbortController()
  let asked = 0
  const plimsoll = compose({
    classifier: () => {
      controller.abort('enough')
      return undefined
    },
    upstreamReducer: () => {
      asked += 1
      return {}
    },
  })
  await using run = plimsoll.openRun({ dialect: openaiChat() })

  await expect(run.assemble([user(bytes(2_000))], { signal: controller.signal })).rejects.toBe('enough')
  expect(asked).toBe(0)
})

test('a capture that answers after the abort starts no assembly', async () => {
  const controller = new AbortController()
  const events: PlimsollEvent[] = []
  let answer: (value: { version: number; messages: ReturnType<typeof user>[] }) => void = () => {}
  const capture = new Promise<{ version: number; messages: ReturnType<typeof user>[] }>((resolve) => {
    answer = resolve
  })
  await using run = compose().openRun({ dialect: openaiChat(), report: (event) => events.push(event) })

  const call = run.assemble({ capture: () => capture }, { signal: controller.signal })
  controller.abort('enough')
  await expect(call).rejects.toBe('enough')
  answer({ version: 1, messages: [user()] })
  await capture

  expect(events).toEqual([])
})
