import { expect, test } from 'vitest'
import { readRecording, recordRun } from '../../src/inspect/index.ts'
import { play, situations } from '../observability/situations.ts'
import { canary } from '../privacy/find-canaries.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { playing, record, situationNamed } from './recorded-run.ts'

const large = [user(bytes(600)), user(bytes(600)), user('new')]

test.each(situations)('every line is one of ours when $name', async (situation) => {
  const recording = await record(playing(situation))
  const told = recording.flatMap((line) => (line.type === 'event' ? [line.event.type] : []))
  expect(recording[0]).toEqual({ type: 'recording', version: 1 })
  expect(told).toEqual(situation.events)
})

test('the actors of assemblies bear the ids of their events, also where they overlap', async () => {
  const recording = await record(async (options) => {
    const run = compose().openRun(options)
    const child = run.child()
    for (let round = 0; round < 2; round += 1) {
      await Promise.all([1, 2, 3].map(() => run.dispatch(large, () => 'sent')))
      await child.dispatch(large, () => 'sent')
    }
    await run.close()
  })
  const ids = recording.flatMap((line) =>
    line.type === 'actor' && line.name.startsWith('assembly:') ? [line.assemblyId] : [],
  )
  const told = recording.flatMap((line) =>
    line.type === 'event' && line.event.type === 'assembly.started' ? [line.event.assemblyId] : [],
  )
  expect(ids).toHaveLength(8)
  expect(new Set(ids)).toEqual(new Set(told))
  for (const line of recording) {
    if (line.type === 'actor' && !line.name.startsWith('assembly:')) expect(line.assemblyId).toBeNull()
  }
})

test('a recorder that can’t write disturbs nothing', async () => {
  let written = 0
  const recorder = recordRun(() => {
    written += 1
    if (written > 1) throw new Error('the disk’s own')
  })
  const { sending } = play(situationNamed('the list is reduced'), recorder)
  expect(await sending).toBe('sent')
  expect(written).toBeGreaterThan(20)
})

test.each([
  ['no JSON', '{'],
  ['an empty line', ''],
  ['an unknown type', '{"type":"other"}'],
  ['a field more', '{"type":"recording","version":1,"note":"kanarie"}'],
  [
    'a text that is none of ours',
    `{"type":"sent","at":1,"actor":"x:1","root":"x:0","source":null,"event":"${canary('event')}"}`,
  ],
  [
    'a state that is none of ours',
    `{"type":"microstep","at":1,"actor":"x:1","event":"unknown","transitions":[],"state":"${canary('state')}","numbers":{}}`,
  ],
])('a line that is %s is named, and not repeated', (_, line) => {
  expect(() => readRecording(`{"type":"recording","version":1}\n${line}\n`)).toThrowError(
    /^Line 2 is not one of a recording\. Pass a file that recordRun\(\) of this version wrote\.$/,
  )
})
