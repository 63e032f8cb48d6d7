import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OffloadReason, RehydrationReason } from '../../src/context/artifact-decisions.ts'
import { projectRoot } from '../support/project-files.ts'
import { type OutcomeRow, offloadRows, readRows } from './artifact-outcomes.ts'

const offloadReasons: Readonly<Record<OffloadReason, true>> = {
  belowThreshold: true,
  recoverableSegmentBypass: true,
  alreadyReference: true,
  thresholdExceeded: true,
  existingContentMatch: true,
  noAuthorizedWorkspace: true,
  workspaceReadFailed: true,
  contentAddressMismatch: true,
  workspaceWriteFailed: true,
  cancelledAfterWrite: true,
  checkpointFailed: true,
  recordWriteFailed: true,
}
const readReasons: Readonly<Record<RehydrationReason, true>> = {
  digestVerified: true,
  digestMismatch: true,
  notStored: true,
  ownerMismatch: true,
  noAuthorizedWorkspace: true,
  budgetExceeded: true,
  noRoom: true,
}

describe('what becomes of a result', () => {
  test.each(offloadRows)('$when: $outcome, $reason, $input in, $output out', async (row) => {
    const decision = await row.decide()
    expect(factsOf(decision)).toEqual(factsOf({ ...row, inputBytes: row.input, outputBytes: row.output }))
  })

  test('every reason has a row', () => {
    expect(new Set(offloadRows.map(({ reason }) => reason))).toEqual(new Set(Object.keys(offloadReasons)))
  })
})

describe('what becomes of a request for an artifact', () => {
  test.each(readRows)('$when: $outcome, $reason, $input in, $output out', async (row) => {
    const decision = await row.decide()
    expect(factsOf(decision)).toEqual(factsOf({ ...row, inputBytes: row.input, outputBytes: row.output }))
    if (decision.outcome === 'resolved') expect(Buffer.byteLength(decision.text)).toBe(decision.outputBytes)
  })

  test('every reason has a row', () => {
    expect(new Set(readRows.map(({ reason }) => reason))).toEqual(new Set(Object.keys(readReasons)))
  })
})

test('the page of the outcomes is as the rows: run `npx vitest run artifact-outcomes -u` when it is not', async () => {
  const page = join(projectRoot, 'docs/reference/artifact-outcomes.md')
  await expect(drawPage()).toMatchFileSnapshot(page)
})

interface Facts {
  readonly outcome: string
  readonly reason: string
  readonly inputBytes: number
  readonly outputBytes: number | null
}

function factsOf({ outcome, reason, inputBytes, outputBytes }: Facts): Facts {
  return { outcome, reason, inputBytes, outputBytes }
}

function drawPage(): string {
  const paragraphs = [
    '# Artifact outcomes',
    '<!-- Generated from test/artifacts/artifact-outcomes.ts by `npx vitest run artifact-outcomes -u`; that test fails when it is stale. -->',
    'What a decision about an artifact counts, in UTF-8 bytes. Each row is run by a test.',
    '## A result is offloaded, or stays',
    'In is what was observed. Out is 82, the reference, where one was written or used again, whatever else its envelope ' +
      'shows; what was observed, where the text stays; and nothing where the model gets neither. Where the row names no ' +
      'limit, it is 10 bytes.',
    table(offloadRows),
    '## An artifact is read back',
    'In is the reference. Out is the body, or the range of it that was handed out, and nothing where none was. An end of ' +
      "a range that falls into a character moves back to the character's first byte, so that neighbouring ranges join.",
    table(readRows),
    'A storage that fails while an artifact is read is no outcome: it is an `ArtifactError` with the problem `readFailed`.',
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function table(rows: readonly OutcomeRow<unknown>[]): string {
  const lines = rows.map(({ when, outcome, reason, input, output }) => [
    when,
    `\`${outcome}\``,
    `\`${reason}\``,
    String(input),
    output === null ? '-' : String(output),
  ])
  const head = ['when', 'outcome', 'reason', 'bytes in', 'bytes out']
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
