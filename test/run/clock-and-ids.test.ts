import { createPlimsoll, ProfileError, recommended } from 'plimsoll'
import { countedIds, recordEvents, steadyClock } from 'plimsoll/testing'
import { describe, expect, test } from 'vitest'
import { user } from '../support/messages.ts'

const plimsoll = createPlimsoll(recommended({ hardLimitBytes: 1_000 }))

test("events carry the caller's time and ids, those of a child as well", async () => {
  const recorder = recordEvents()
  await using run = plimsoll.openRun({
    report: recorder.report,
    clock: steadyClock({ start: 1_000, step: 10 }),
    newId: countedIds('id'),
  })
  const call = await run.assemble([user()])
  const child = run.child()
  await child.assemble([user()])
  expect([run.id, call.id, child.id]).toEqual(['id-1', 'id-2', 'id-3'])
  expect(recorder.events.map(({ timestamp }) => timestamp)).toEqual([
    1_000, 1_010, 1_020, 1_030, 1_040, 1_050,
  ])
  expect(recorder.events.map(({ runId, assemblyId }) => [runId, assemblyId])).toEqual([
    ...Array(3).fill(['id-1', 'id-2']),
    ...Array(3).fill(['id-3', 'id-4']),
  ])
})

test('a run that lets lists pass takes its ids from there, too', async () => {
  await using run = createPlimsoll().openRun({ newId: countedIds('id') })
  const call = await run.assemble([user()])
  expect([run.id, call.id, run.child().id]).toEqual(['id-1', 'id-2', 'id-3'])
})

describe('is refused by name', () => {
  test.each([
    ['a clock that is none', { clock: 7 as unknown as () => number }, 'clock'],
    ['a maker of ids that is none', { newId: 'id' as unknown as () => string }, 'newId'],
    ['an id that could be content', { newId: () => 'what the user said' }, 'newId()'],
  ])('%s', (_, options, path) => {
    const refused = () => plimsoll.openRun(options)
    expect(refused).toThrow(ProfileError)
    expect(refused).toThrow(path)
  })
})
