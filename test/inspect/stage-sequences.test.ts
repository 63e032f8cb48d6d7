import { expect, test } from 'vitest'
import type { RecordingLine } from '../../src/inspect/index.ts'
import { replayFrames } from '../../src/inspect/replay-frames.ts'
import type { Situation } from '../observability/situations.ts'
import { bytes, exchange, user } from '../support/messages.ts'
import { inspectFrames, playing, record, situationNamed, statesOf } from './recorded-run.ts'

const elided: Situation = {
  name: 'results are elided',
  profile: { elideOlderResults: true },
  history: () => [user('old'), ...exchange('a', bytes(1_200)), user('new')],
  events: [],
}
const relieved: Situation = {
  name: 'relief is given',
  profile: {
    upstreamReducer: () => ({}),
    relief: ['elide', 'shrinkRetention'],
    recentMessageRetentionCount: 3,
  },
  history: () => [user('task'), ...exchange('a', bytes(700)), ...exchange('b', bytes(700))],
  events: [],
}

// One assembly for each end of the chart, and one for each phase on the way; `evict` without bodies is elision.
const sequences: readonly (readonly [Situation, readonly string[]])[] = [
  [
    situationNamed('the list is within the limit'),
    ['snapshot.capturing', 'verify.confirming', 'withinLimit'],
  ],
  [
    situationNamed('the list is reduced'),
    ['snapshot.capturing', 'reduce.proposing', 'verify.judging', 'verify.confirming', 'reduced'],
  ],
  [elided, ['snapshot.capturing', 'evict.eliding', 'verify.confirming', 'reduced']],
  [
    situationNamed('the fallback preserves what is required'),
    [
      ...['snapshot.capturing', 'reduce.proposing', 'verify.judging', 'fallback.preserving'],
      ...['verify.confirming', 'preservationFallback'],
    ],
  ],
  [
    relieved,
    [
      ...['snapshot.capturing', 'reduce.proposing', 'verify.judging', 'fallback.preserving'],
      ...['fallback.relievingByElision', 'verify.confirming', 'preservationFallback'],
    ],
  ],
  [
    situationNamed('required content is too large'),
    ['snapshot.capturing', 'reduce.proposing', 'verify.judging', 'fallback.preserving', 'irreducible'],
  ],
  [
    situationNamed('the list comes in broken and is to be refused'),
    ['snapshot.capturing', 'terminate.rechecking', 'irreducible'],
  ],
  [
    situationNamed('the history changes for ever'),
    ['snapshot.capturing', 'reduce.proposing', 'concurrentMutationLimit'],
  ],
  [
    situationNamed('the call is cancelled while the reducer is asked'),
    ['snapshot.capturing', 'reduce.proposing', 'aborted'],
  ],
  [situationNamed('the reducer throws'), ['snapshot.capturing', 'reduce.proposing', 'failed']],
]

test.each(sequences)('the inspector shows the phases of $name', async (situation, expected) => {
  const shown = statesOf(await inspectFrames(playing(situation)))
  console.log(`${situation.name}: ${shown.join(' -> ')}`)
  expect(shown).toEqual(expected)
})

test('all phases and ends of the chart are among them', () => {
  const seen = new Set(sequences.flatMap(([, states]) => states.map((state) => state.split('.')[0])))
  expect([...seen].sort()).toEqual(
    [
      ...['snapshot', 'evict', 'reduce', 'verify', 'fallback', 'terminate'],
      ...['withinLimit', 'reduced', 'preservationFallback', 'irreducible', 'concurrentMutationLimit'],
      ...['aborted', 'failed'],
    ].sort(),
  )
})

test.each(sequences)(
  'a recording of $name shows the same when it is replayed',
  async (situation, expected) => {
    expect(statesOf(replayFrames(await record(playing(situation))))).toEqual(expected)
  },
)

test('a recording holds the states that the inspector leaves out', async () => {
  const recording = await record(playing(situationNamed('the list is reduced')))
  const assembly = recording.find((line) => line.type === 'actor' && line.name.startsWith('assembly:'))
  const actor = assembly?.type === 'actor' ? assembly.actor : ''
  const steps = recording
    .filter((line): line is Extract<RecordingLine, { type: 'microstep' }> => line.type === 'microstep')
    .filter((line) => line.actor === actor)
    .flatMap(({ transitions }) => transitions.map(({ to }) => to?.replace('assembly.', '')))
  expect(steps).toEqual([
    ...['snapshot.captured', 'evict.exhausted', 'reduce', 'reduce.proposing', 'reduce.rechecked'],
    ...['verify.judging', 'verify.accepted', 'verify.confirming', 'verify.confirmed', 'reduced'],
  ])
})
