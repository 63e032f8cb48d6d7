import { expect, test } from 'vitest'
import { artifactWorkspace, digestText, formatReference } from '../../src/artifacts/index.ts'
import { readRecording, recordRun } from '../../src/inspect/index.ts'
import { eventSchema, formatEvent } from '../../src/observability/index.ts'
import { writeReport } from '../../src/report/index.ts'
import { withResults } from '../run/artifact-run.ts'
import { compose } from '../support/compose.ts'
import { bytes } from '../support/messages.ts'
import { EventLog } from './event-log.ts'

const large = bytes(4_000, 'a')
const reference = formatReference(digestText(large))

/** A run in which results are offloaded at the tool and at the dispatch, and read back by a child and by the host. */
async function playArtifacts(report = new EventLog()) {
  const run = compose({ hardLimitBytes: 10_000, elideOlderResults: true }).openRun({
    ...{ id: 'outer', workspace: artifactWorkspace(), offload: { inlineLimitBytes: 1_000 } },
    ...{ report: report.report, identity: { agentId: 'chief' } },
  })
  await run.offload(large)
  await run.offload('small')
  await run.dispatch(withResults(bytes(6_000, 'b'), bytes(6_000, 'c')), () => 'sent')
  const child = run.child({ id: 'inner', agentId: 'helper' })
  await child.rehydrate(reference, { source: 'toolRequest', maxBytes: 5_000 })
  await run.rehydrate(formatReference(digestText('never stored')))
  return { log: report, run }
}

test('decisions about artifacts are told in the same sequence, with who made them', async () => {
  const { log } = await playArtifacts()
  expect(log.events.map(({ type, sequenceNumber }) => [sequenceNumber, type])).toEqual([
    [1, 'artifact.offloadDecided'],
    [2, 'artifact.offloadDecided'],
    [3, 'assembly.started'],
    [4, 'artifact.offloadDecided'],
    [5, 'assembly.completed'],
    [6, 'assembly.composed'],
    [7, 'artifact.rehydrationDecided'],
    [8, 'artifact.rehydrationDecided'],
  ])
  expect(log.events[6]).toMatchObject({
    ...{ runId: 'inner', agentId: 'helper', parentAgentId: 'chief', depth: 1, assemblyId: null },
  })
  expect(log.events[3]?.assemblyId).toBe(log.events[4]?.assemblyId)
})

test('they pass the schema as they are and after a round trip, and nothing passes beside them', async () => {
  const { log } = await playArtifacts()
  for (const event of log.events) {
    expect(eventSchema.parse(JSON.parse(JSON.stringify(event)))).toEqual(event)
    if (!('decision' in event)) continue
    for (const key of Object.keys(event.decision)) {
      const decision = { ...event.decision, [key]: reference }
      expect(eventSchema.safeParse({ ...event, decision }).success, key).toBe(false)
    }
    expect(eventSchema.safeParse({ ...event, decision: { ...event.decision, reference } }).success).toBe(
      false,
    )
  }
})

test('each is one line of pairs', async () => {
  const { log } = await playArtifacts()
  const lines = log.events.filter((event) => 'decision' in event).map(formatEvent)
  const withoutTime = lines.map((line) => line.replace(/^\S+ /, '').replace(/assembly=\S+/, 'assembly=id'))
  expect(withoutTime).toEqual([
    'artifact.offloadDecided run=outer agent=chief sequence=1 outcome=offloaded reason=thresholdExceeded source=tool in=4000 out=82',
    'artifact.offloadDecided run=outer agent=chief sequence=2 outcome=inline reason=belowThreshold source=tool in=5 out=5',
    'artifact.offloadDecided run=outer agent=chief sequence=4 assembly=id outcome=offloaded reason=thresholdExceeded source=dispatch in=6000 out=82',
    'artifact.rehydrationDecided run=inner agent=helper depth=1 sequence=7 outcome=resolved reason=digestVerified source=toolRequest in=82 out=4000',
    'artifact.rehydrationDecided run=outer agent=chief sequence=8 outcome=missing reason=notStored source=policy in=82',
  ])
})

test('a run totals those of its children as well', async () => {
  const { run } = await playArtifacts()
  expect(run.metrics()).toMatchObject({
    offloads: {
      outcomes: { inline: 1, offloaded: 2, existingReference: 0, failed: 0, recoveryRequired: 0 },
      ...{ inputBytes: 10_005, outputBytes: 169 },
    },
    rehydrations: {
      outcomes: { resolved: 1, missing: 1, stale: 0, unauthorized: 0, overBudget: 0 },
      ...{ inputBytes: 164, outputBytes: 4_000 },
    },
  })
})

test('the report sums them up, from events and from a recording', async () => {
  const lines: string[] = []
  const recorder = recordRun((line) => lines.push(line))
  const log = new EventLog()
  const both = Object.assign(new EventLog(), {
    report: (event: Parameters<typeof recorder.report>[0]) => {
      log.report(event)
      recorder.report(event)
    },
  })
  await playArtifacts(both)
  for (const html of [writeReport(log.events), writeReport(readRecording(lines.join('')))]) {
    const [, json = ''] = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json).artifacts).toEqual({
      offloads: { offloaded: 2, inline: 1 },
      rehydrations: { resolved: 1, missing: 1 },
      ...{ offloadedBytes: 10_000, deliveredBytes: 4_000 },
    })
  }
})
