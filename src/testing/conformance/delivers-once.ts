import assert from 'node:assert/strict'
import { artifactWorkspace } from '../../artifacts/artifact-workspace.ts'
import { formatReference } from '../../context/references.ts'
import type { PlainMessage } from '../plain-message.ts'
import type { CallMode, ConformanceAdapter } from './conformance-adapter.ts'
import { ConformanceScene } from './conformance-scene.ts'

const body = 'The body of an artifact, long enough to be told apart.'

/** A body that was asked for is in one list that was answered, and in no other; its reference is in all of them. */
export async function deliversOnce<M>(adapter: ConformanceAdapter<M>, mode: CallMode): Promise<void> {
  const workspace = artifactWorkspace()
  const stored = await workspace.store(body, null)
  assert.equal(stored.status, 'stored')
  const reference = formatReference('digest' in stored ? stored.digest : '')
  const scene = new ConformanceScene(adapter, { run: { workspace } })
  const history: readonly PlainMessage[] = [
    { role: 'user', content: 'What does it say?' },
    { role: 'assistant', calls: [{ id: 'read', name: 'rehydrate', arguments: '{}' }] },
    { role: 'tool', id: 'read', content: reference },
  ]
  const { outcome } = await scene.run.rehydrate(reference, { maxBytes: 1_000 })
  assert.equal(outcome, 'resolved')
  scene.model.turns = ['fail', 'answer']
  const messages = scene.messages(...history)
  await scene.failureOf(scene.call(messages, mode))
  await scene.call(messages, mode)
  await scene.call(messages, mode)
  const texts = scene.model.sent.map((sent) => scene.text(sent))
  assert.deepEqual(
    texts.map((text) => text.includes(body)),
    [true, true, false],
    'in the call that failed, in the one after it, and in no other',
  )
  assert.ok(
    texts.slice(2).every((text) => text.includes(reference)),
    'the reference stays',
  )
}
