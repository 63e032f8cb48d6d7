import { describe, expect, test } from 'vitest'
import { digestText, formatEnvelope, formatReference } from '../../src/artifacts/index.ts'
import { type AnthropicMessage, anthropic } from '../../src/dialects/anthropic/index.ts'
import { openaiChat } from '../../src/dialects/openai-chat/index.ts'
import type { Run } from '../../src/index.ts'
import type { RunOptions } from '../../src/run/run-options.ts'
import { assistant, bytes, calls, exchange, result, system, user } from '../support/messages.ts'
import { countOf, openArtifactRun, sentText, withResults } from './artifact-run.ts'

const body = `the body ${bytes(2_000, 'b')}`
const digest = digestText(body)
const reference = formatReference(digest)
const history = withResults(reference)

/** A run whose workspace holds the body, which the model has asked for. */
async function asked(options: RunOptions<never> = {}, profile = {}) {
  const opened = openArtifactRun(options as object, profile)
  await opened.workspace.store(body, options.trustBinding ?? null)
  const decision = await opened.run.rehydrate(reference, { source: 'toolRequest' })
  return { ...opened, decision }
}

const bodies = (sent: string): number => countOf(sent, 'the body ')

describe('a body rides', () => {
  test('in the result that is its reference, as untrusted content, and in one call', async () => {
    const { run } = await asked()
    const first = await run.dispatch(history, (messages) => messages)
    expect(first[3]?.content).toMatch(/^\[artifact .* untrusted content/)
    expect(first[3]?.tool_call_id).toBe('call-0')
    expect(bodies(JSON.stringify(first))).toBe(1)
    expect(await run.dispatch([...history, user('And?')], (messages) => messages[3])).toBe(history[3])
    expect(bodies(JSON.stringify(history))).toBe(0)
  })

  test('in the newest of several results that are its reference', async () => {
    const { run } = await asked()
    const sent = await run.dispatch(withResults(reference, 'other', reference), (messages) => messages)
    expect(sent.map(({ content }) => String(content).includes('the body '))).toEqual([
      ...[false, false, false, false, false, false, false, true],
    ])
  })

  test('in an envelope with its range, and in no other', async () => {
    const { run, workspace } = openArtifactRun()
    await workspace.store(body, null)
    await run.rehydrate(reference, { source: 'toolRequest', range: [0, 8] })
    const whole = formatEnvelope({ digest, bytes: 2_009 })
    const part = formatEnvelope({ digest, bytes: 2_009, range: [0, 8] })
    const sent = await run.dispatch(withResults(part, whole), (messages) => messages)
    expect(sent[3]?.content).toContain('the body')
    expect(sent[5]?.content).toBe(whole)
  })

  test.each([
    [10_000, 2],
    [5_000, 1],
  ])(
    'beside another in the same message, of which within %i bytes the larger goes first',
    async (limit, count) => {
      const larger = `the body ${bytes(4_000, 'c')}`
      const { run, workspace } = openArtifactRun({}, { hardLimitBytes: limit })
      for (const text of [body, larger]) {
        await workspace.store(text, null)
        await run.rehydrate(formatReference(digestText(text)), { source: 'toolRequest' })
      }
      const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
      const answer = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
      const list: AnthropicMessage[] = [
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: [use('a'), use('b')] },
        { role: 'user', content: [answer('a', formatReference(digestText(larger))), answer('b', reference)] },
      ]
      const send = (messages: readonly AnthropicMessage[]): string => JSON.stringify(messages)
      const sent = await run.dispatch<string, AnthropicMessage>(list, send, { dialect: anthropic() })
      expect(bodies(sent)).toBe(count)
      expect(sent).toContain('bbb')
      expect(bodies(await run.dispatch<string, AnthropicMessage>(list, send, { dialect: anthropic() }))).toBe(
        2 - count,
      )
    },
  )

  test('in no call whose list does not refer to it, and waits', async () => {
    const { run } = await asked()
    expect(bodies(await sentText(run, withResults('other')))).toBe(0)
    expect(bodies(await sentText(run, history))).toBe(1)
  })

  test('never where only the model’s tool asked and no result is its place', async () => {
    const { run } = await asked()
    expect(bodies(await sentText(run, [system(), user(reference), user('Go on.')]))).toBe(0)
  })
})

describe('a body that the host asked for by itself', () => {
  async function byPolicy(dialect = openaiChat()): Promise<Run<ReturnType<typeof user>>> {
    const { run, workspace } = openArtifactRun({ dialect })
    await workspace.store(body, null)
    await run.rehydrate(reference)
    return run
  }

  test('stands in a message of its own right behind its reference', async () => {
    const run = await byPolicy()
    const sent = await run.dispatch([user(reference), assistant(), user()], (messages) => messages)
    expect(sent.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'user'])
    expect(sent[1]?.content).toContain('the body ')
  })

  test.each([
    ['openai', 5],
    ['mistral', 6],
  ] as const)(
    'never tears an exchange, and stands where %s takes a message of the user',
    async (provider, at) => {
      const { run, workspace } = openArtifactRun({ dialect: openaiChat({ provider }) })
      await workspace.store(body, null)
      await run.rehydrate(reference, { range: [0, 100] })
      const list = [
        ...[system(), user(), calls('a', 'b'), result('a', reference), result('b')],
        ...[assistant('So.'), user('And?')],
      ]
      const sent = await run.dispatch(list, (messages) => messages)
      expect(sent.findIndex(({ content }) => String(content).includes('the body '))).toBe(at)
      expect(sent.filter((_, place) => place !== at)).toEqual(list)
    },
  )

  test('rides in a result that is its reference where there is one', async () => {
    const run = await byPolicy()
    const sent = await run.dispatch(history, (messages) => messages)
    expect(sent).toHaveLength(history.length)
    expect(sent[3]?.content).toContain('the body ')
  })

  test('stays out where nothing refers to it', async () => {
    const run = await byPolicy()
    expect(bodies(await sentText(run, [user()]))).toBe(0)
    expect(bodies(await sentText(run, [user(reference), user()]))).toBe(1)
    expect(bodies(await sentText(run, [user(reference), user()]))).toBe(0)
  })

  test('leaves when the list is too large', async () => {
    const run = await byPolicy()
    const list = [user(reference), user(bytes(9_000))]
    expect(await run.dispatch(list, (messages) => messages)).toEqual(list)
    expect(bodies(await sentText(run, [user(reference), user()]))).toBe(1)
  })

  test('comes back when what is left out makes room', async () => {
    const run = await byPolicy()
    const list = [...exchange('old', bytes(10_500)), user(reference), assistant(), user()]
    const sent = await run.dispatch(list, (messages) => messages)
    expect(sent).toHaveLength(4)
    expect(sent[1]?.content).toContain('the body ')
  })

  test('is counted as what can be read again', async () => {
    const run = await byPolicy()
    const call = await run.assemble([user(reference), user()])
    await call.release()
    const kinds = call.diagnostics?.categories.map(({ category }) => category)
    expect(kinds).toEqual(['artifactReference', 'recoverableSegment', 'conversationalMessage'])
    expect(call.diagnostics?.outcome).toBe('withinLimit')
  })
})

describe('once', () => {
  test('one of two calls at once carries it', async () => {
    const { run } = await asked()
    const sent = await Promise.all([sentText(run, history), sentText(run, history)])
    expect(sent.map(bodies).sort()).toEqual([0, 1])
    expect(bodies(await sentText(run, history))).toBe(0)
  })

  test('a call that failed sends it again', async () => {
    const { run } = await asked()
    const failing = run.dispatch(history, () => Promise.reject(new Error('overloaded')))
    await expect(failing).rejects.toThrow('overloaded')
    expect(bodies(await sentText(run, history))).toBe(1)
    expect(bodies(await sentText(run, history))).toBe(0)
  })

  test.each(['release', Symbol.asyncDispose] as const)(
    'a call that was let go by %s sends it again',
    async (how) => {
      const { run } = await asked()
      const call = await run.assemble(history)
      expect(bodies(JSON.stringify(call.messages))).toBe(1)
      await call[how]()
      expect(bodies(await sentText(run, history))).toBe(1)
    },
  )

  test('a call that ran out of room sends it later', async () => {
    const { run } = await asked()
    const full = [...history, ...exchange('call-1', bytes(7_900))]
    const call = await run.assemble(full)
    expect(call.diagnostics?.stages).toContain('recoverableBodyEviction')
    expect(call.messages).toEqual(full)
    await call.commit()
    expect(bodies(await sentText(run, history))).toBe(1)
    expect(bodies(await sentText(run, history))).toBe(0)
  })

  test('a call whose list is cut sends it in the room that this makes', async () => {
    const { run } = await asked()
    const long = [...exchange('old', bytes(10_500)), ...history, user('And?')]
    const call = await run.assemble(long)
    expect(call.diagnostics?.stages).toContain('recoverableBodyEviction')
    expect(call.diagnostics).toMatchObject({ outcome: 'reduced', droppedEntryCount: 2 })
    expect(bodies(JSON.stringify(call.messages))).toBe(1)
    await call.commit()
    expect(bodies(await sentText(run, history))).toBe(0)
  })

  test('asked for again, it is answered without a body', async () => {
    const { run, events } = await asked()
    await sentText(run, history)
    const again = await run.rehydrate(reference, { source: 'toolRequest' })
    expect(again).toMatchObject({
      ...{ outcome: 'resolved', reason: 'alreadyDelivered', alreadyDelivered: true },
      ...{ outputBytes: null, observedBytes: 2_009 },
    })
    expect(bodies(await sentText(run, withResults(reference, reference)))).toBe(0)
    expect(events.filter(({ type }) => type === 'artifact.rehydrationDecided')).toHaveLength(2)
  })

  test('another range of it is another body', async () => {
    const { run } = await asked()
    await sentText(run, history)
    const part = await run.rehydrate(reference, { source: 'toolRequest', range: [0, 100] })
    expect(part).toMatchObject({ outcome: 'resolved', alreadyDelivered: false })
    const envelope = formatEnvelope({ digest, bytes: 2_009, range: [0, 100] })
    expect(bodies(await sentText(run, [...history, ...exchange('call-1', envelope)]))).toBe(1)
  })

  test('in as many calls as the run is told', async () => {
    const { run } = await asked({ bodyDelivery: { calls: 3 } })
    const sent: number[] = []
    for (let call = 0; call < 5; call += 1) sent.push(bodies(await sentText(run, history)))
    expect(sent).toEqual([1, 1, 1, 0, 0])
  })

  test('and is forgotten once it is', async () => {
    const { run } = await asked()
    expect((await run.persist()).pending).toEqual([{ key: digest, source: 'toolRequest' }])
    await sentText(run, history)
    expect((await run.persist()).pending).toEqual([])
  })

  test('each run sends it for itself, also at the same time', async () => {
    const { run, workspace } = await asked()
    const { run: other } = openArtifactRun({ workspace })
    await other.rehydrate(reference, { source: 'toolRequest' })
    const [one, two] = await Promise.all([run.assemble(history), other.assemble(history)])
    expect([one, two].map(({ messages }) => bodies(JSON.stringify(messages)))).toEqual([1, 1])
    await Promise.all([one.commit(), two.commit()])
    expect(bodies(await sentText(run, history))).toBe(0)
  })

  test('a child has its own, and a run that is closed forgets', async () => {
    const { run } = await asked()
    expect(bodies(await sentText(run.child(), history))).toBe(0)
    await run.close()
    await expect(sentText(run, history)).rejects.toThrow(/closed/)
  })

  test('who only observes sends none, and delivers none', async () => {
    const { run } = await asked({}, { mode: 'observe' })
    expect(await sentText(run, history)).toBe(JSON.stringify(history))
  })

  test('after a list that was found too long, it rides in the shorter one', async () => {
    const { run } = await asked()
    let tries = 0
    const sent = await run.dispatch(
      history,
      (messages) => {
        tries += 1
        if (tries === 1) throw new Error('too long')
        return JSON.stringify(messages)
      },
      { retryOnOverflow: () => true },
    )
    expect(bodies(sent)).toBe(1)
  })
})
