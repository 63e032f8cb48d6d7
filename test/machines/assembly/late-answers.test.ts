import { expect, test } from 'vitest'
import { stateOf } from '../../../src/testing/paths/chart-model.ts'
import { answers } from '../../support/assembly-events.ts'
import { walkAssembly } from '../../support/walk-assembly.ts'

const draft = { epoch: 0 }
const proposed = answers(0).proposed()

test('what a step answers after a restart is neither heeded nor adopted', async () => {
  const { actor, asked, adopted, kept } = walkAssembly(
    { maximumAttempts: 2 },
    (answer) => answer.captured('large'),
    { type: 'history.changed' },
    (answer) => answer.rechecked('version'),
  )
  const before = actor.getSnapshot()
  const late = asked.find(({ name }) => name === 'proposeReduction')
  late?.answer({ draft, staleness: 'none', newestSize: 70, failure: null })
  await turn()
  actor.send(proposed)
  expect(actor.getSnapshot().context).toBe(before.context)
  expect(stateOf(actor.getSnapshot())).toBe('snapshot.capturing')
  expect(adopted).toEqual([draft])
  expect(kept).toEqual([])
})

test('what a step throws after a restart is neither heeded nor kept', async () => {
  const { actor, asked, kept } = walkAssembly(
    { maximumAttempts: 2 },
    (answer) => answer.captured('large'),
    { type: 'history.changed' },
    (answer) => answer.rechecked('version'),
  )
  asked.find(({ name }) => name === 'proposeReduction')?.fail(new Error('too late'))
  await turn()
  actor.send(answers(0).failed())
  expect(stateOf(actor.getSnapshot())).toBe('snapshot.capturing')
  expect(kept).toEqual([])
})

test.each(['answer', 'fail'] as const)('what a step has to %s after an abort is ignored', async (how) => {
  const { actor, asked, adopted, kept } = walkAssembly({}, { type: 'assembly.abort' })
  const [capture] = asked
  expect(capture?.signal?.aborted).toBe(true)
  if (how === 'answer') capture?.answer({ draft, size: 50, intact: true, evictable: 0 })
  else capture?.fail(new Error('too late'))
  await turn()
  expect(actor.getSnapshot().output?.outcome).toBe('aborted')
  expect(adopted).toEqual([])
  expect(kept).toEqual([])
})

test('a draft is adopted by the transition that accepts its step, and by no other', () => {
  const { adopted } = walkAssembly(
    {},
    (answer) => answer.captured('tight'),
    (answer) => answer.proposed(),
    (answer) => answer.verified('tight', ['notSmaller']),
  )
  // The capture's and the reducer's; the verification's goes with the proposal that it rejects.
  expect(adopted).toEqual([draft, draft])
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
