import assert from 'node:assert/strict'
import { AssemblyTerminatedError } from '../../errors/assembly-terminated-error.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { findPlimsollError } from '../../errors/find-plimsoll-error.ts'
import { Canaries } from '../canaries.ts'
import type { PlainMessage } from '../plain-message.ts'
import { type ScriptedReduction, scriptedReducer } from '../scripted-reducer.ts'
import { watchOutput } from '../watch-output.ts'
import type { ConformanceBehaviour } from './behaviours.ts'
import type { CallMode, ConformanceAdapter } from './conformance-adapter.ts'
import { ConformanceScene, sceneLimit } from './conformance-scene.ts'
import { findBrokenPair } from './find-broken-pair.ts'
import { ModelFailure } from './scripted-model.ts'

type Check = <M>(adapter: ConformanceAdapter<M>, mode: CallMode) => Promise<void>

const task: PlainMessage = { role: 'user', content: 'Look at everything.' }
const third = 'x'.repeat(1_300)

/** A task, and this many exchanges, a third of the limit each; the last of them with two parallel calls. */
function rounds(count: number): PlainMessage[] {
  return [
    task,
    ...Array.from({ length: count }, (_, round): readonly PlainMessage[] => {
      const ids = round === count - 1 ? [`a${round}`, `b${round}`] : [`a${round}`]
      return [
        { role: 'assistant', calls: ids.map((id) => ({ id, name: 'look', arguments: '{}' })) },
        ...ids.map((id): PlainMessage => ({ role: 'tool', id, content: third.slice(0, 1_300 / ids.length) })),
      ]
    }).flat(),
  ]
}

/** How each behaviour is checked, in one mode. */
export const promiseChecks: Readonly<Record<Exclude<ConformanceBehaviour, 'paths' | 'once'>, Check>> = {
  async everyCall(adapter, mode) {
    const scene = new ConformanceScene(adapter)
    for (const count of [1, 2, 3]) await scene.call(scene.messages(...rounds(count)), mode)
    assert.equal(scene.model.sent.length, 3, 'three calls reach the model')
    assert.equal(scene.calls.length, 3, 'three calls go through the run')
    assert.equal(scene.recorder.of('assembly.composed').length, 3, 'the run tells of three calls')
  },

  async hardLimit(adapter, mode) {
    const scene = new ConformanceScene(adapter)
    const messages = scene.messages(...rounds(6))
    assert.ok(scene.size(messages) > sceneLimit, 'the whole list is above the limit')
    await scene.call(messages, mode)
    const [sent = []] = scene.model.sent
    assert.ok(sent.length > 0, 'something is sent')
    assert.ok(
      scene.size(sent) <= sceneLimit,
      `${scene.size(sent)} bytes are sent, the limit is ${sceneLimit}`,
    )
  },

  async refusal(adapter, mode) {
    const scene = new ConformanceScene(adapter)
    const messages = scene.messages({ role: 'user', content: 'x'.repeat(sceneLimit + 1) })
    const error = await scene.failureOf(scene.call(messages, mode))
    assert.ok(error !== undefined, 'the call fails')
    const refusal = findPlimsollError(error)
    assert.ok(AssemblyTerminatedError.isInstance(refusal), 'what the caller hears holds the refusal')
    assert.equal(scene.model.sent.length, 0, 'nothing is sent')
    assert.deepEqual(scene.refusals, [refusal], 'it is refused once')
  },

  async structure(adapter, mode) {
    const scene = new ConformanceScene(adapter)
    for (const count of [2, 4, 6]) await scene.call(scene.messages(...rounds(count)), mode)
    for (const [index, sent] of scene.model.sent.entries()) {
      const verified = (scene.calls[index]?.messages ?? []) as typeof sent // the run's dialect is the host's
      assert.deepEqual(scene.readings(sent), scene.readings(verified), 'what was verified is what is sent')
      assert.equal(findBrokenPair(scene.readings(sent)), undefined)
    }
  },

  async reducerIsAdvice<M>(adapter: ConformanceAdapter<M>, mode: CallMode) {
    const advice: readonly ScriptedReduction<M>[] = [
      { drop: [0, 1, 2, 3, 4, 5, 6] },
      { drop: [99] },
      ({ messages }) => messages.slice(-1),
      ({ messages }) => [...messages].reverse(),
      () => [],
      () => null as never, // wrong on purpose
      { throws: new Error('busy') },
      'never',
    ]
    for (const step of advice) {
      const { reducer } = scriptedReducer<M>([step])
      const scene = new ConformanceScene<M>(adapter, {
        profile: { upstreamReducer: reducer, reducerTimeoutMs: 5 },
      })
      await scene.call(scene.messages(...rounds(6)), mode)
      const [sent = []] = scene.model.sent
      assert.ok(sent.length > 0 && scene.size(sent) <= sceneLimit, 'a list within the limit is sent')
      assert.equal(findBrokenPair(scene.readings(sent)), undefined)
    }
  },

  async fresh(adapter, mode) {
    const scene = new ConformanceScene(adapter)
    const messages = scene.messages(...rounds(1))
    await scene.call(messages, mode)
    const news = scene.messages({ role: 'user', content: 'What is new?' })
    messages.push(...news)
    await scene.call(messages, mode)
    messages.splice(-1, 1, ...scene.messages({ role: 'user', content: 'What is newest?' }))
    await scene.call(messages, mode)
    const texts = scene.model.sent.map((sent) => scene.text(sent))
    assert.ok(texts[1]?.includes('What is new?'), 'what was added is sent')
    assert.ok(texts[2]?.includes('What is newest?'), 'what was exchanged is sent')
    assert.ok(!texts[2]?.includes('What is new?'), 'what is gone is not sent')
  },

  async silence(adapter, mode) {
    const canaries = new Canaries()
    const { reducer } = scriptedReducer([{ throws: new Error(canaries.plant('reducer')) }])
    const output = watchOutput()
    const heard: unknown[] = []
    try {
      const scene = new ConformanceScene(adapter, { profile: { upstreamReducer: reducer as never } }) // of any message
      const long = `${canaries.plant('text')} ${'x'.repeat(1_000)}`
      const exchange = (id: string): readonly PlainMessage[] => [
        {
          role: 'assistant',
          calls: [{ id, name: 'look', arguments: `{"a":"${canaries.plant('argument')}"}` }],
        },
        { role: 'tool', id, content: long },
      ]
      const list = [task, ...['a', 'b', 'c', 'd', 'e'].flatMap(exchange)]
      await scene.call(scene.messages(...list), mode)
      const tooLarge: PlainMessage = {
        role: 'user',
        content: canaries.plant('task') + 'x'.repeat(sceneLimit),
      }
      heard.push(await scene.failureOf(scene.call(scene.messages(tooLarge), mode)))
      heard.push(scene.recorder.events, scene.refusals)
    } finally {
      heard.push(output.stop())
    }
    assert.deepEqual(canaries.find(heard), [], 'no content is in events, errors or output')
  },

  async nothingLost(adapter, mode) {
    const scene = new ConformanceScene(adapter)
    const messages = scene.messages(...rounds(6))
    const [objects, readings] = [[...messages], JSON.stringify(scene.readings(messages))]
    await scene.call(messages, mode)
    assert.equal(messages.length, objects.length, 'the list is as long as before')
    assert.ok(
      messages.every((message, index) => message === objects[index]),
      'the messages are the same objects',
    )
    assert.equal(JSON.stringify(scene.readings(messages)), readings, 'the messages hold what they held')
  },

  async streaming(adapter) {
    const lists = []
    for (const mode of ['generate', 'stream'] as const) {
      const scene = new ConformanceScene(adapter)
      await scene.call(scene.messages(...rounds(6)), mode)
      lists.push(scene.model.sent.map((sent) => scene.readings(sent)))
    }
    assert.deepEqual(lists[1], lists[0], 'both modes send the same')
    assert.equal(lists[0]?.length, 1)
  },

  async commit(adapter, mode) {
    const scene = new ConformanceScene(adapter)
    for (const count of [1, 6]) await scene.call(scene.messages(...rounds(count)), mode)
    assert.deepEqual(
      scene.calls.map(({ settled }) => settled),
      ['commit', 'commit'],
      'each answered call is committed',
    )
  },

  async failedCall(adapter, mode) {
    const scene = new ConformanceScene(adapter, { run: { admission: 'serial' } })
    scene.model.turns = ['fail']
    const error = await scene.failureOf(scene.call(scene.messages(task), mode))
    assert.ok(findModelFailure(error), "the caller hears the model's own error")
    assert.ok(scene.calls.length > 0 && scene.calls.every(({ settled }) => settled === 'release'))
    scene.model.turns = ['answer']
    await scene.call(scene.messages(task), mode)
    assert.equal(scene.calls.at(-1)?.settled, 'commit', 'the next call goes through')
  },

  async abortedCall(adapter, mode) {
    const scene = new ConformanceScene(adapter, { run: { admission: 'serial' } })
    scene.model.turns = ['wait', 'answer']
    const controller = new AbortController()
    const failure = scene.failureOf(scene.call(scene.messages(task), mode, controller.signal))
    await scene.inTime(scene.model.reached)
    controller.abort()
    assert.ok((await failure) !== undefined, 'the caller hears that it was aborted')
    await scene.call(scene.messages(task), mode)
    assert.notEqual(scene.calls[0]?.settled, 'commit')
    assert.equal(scene.model.sent.length, 2, 'nothing is sent again')
  },

  async brokenOffStream(adapter) {
    const scene = new ConformanceScene(adapter, { run: { admission: 'serial' } })
    assert.ok(scene.seam.breakOff, 'the adapter breaks a stream off, or declares that it can not')
    await scene.inTime(scene.seam.breakOff(scene.messages(task)))
    await scene.call(scene.messages(task), 'stream')
    assert.equal(scene.calls[0]?.settled, 'release', 'the stream that was given up is released')
  },

  async alreadyBound(adapter) {
    const scene = new ConformanceScene(adapter)
    assert.ok(scene.seam.bindAgain, 'the adapter binds a second time, or declares that it can not')
    const again = scene.seam.bindAgain
    const error = await scene.failureOf((async () => again())())
    assert.ok(CompositionError.isInstance(findPlimsollError(error)), 'a composition error says so')
    assert.equal(scene.model.sent.length, 0, 'nothing is sent')
  },
}

function findModelFailure(thrown: unknown): boolean {
  for (let error = thrown, depth = 0; depth < 8; depth += 1) {
    if (error instanceof ModelFailure) return true
    if (typeof error !== 'object' || error === null) return false
    error = Reflect.get(error, 'cause') ?? Reflect.get(error, 'error') ?? Reflect.get(error, 'lastError')
  }
  return false
}
