import { describe, expect, test } from 'vitest'
import { ownCasesFolder, readCases, sharedCasesFolder } from './case-folders.ts'
import { skipReason } from './case-skips.ts'
import { acceptedOutcomes, type FaultCase } from './fault-case.ts'
import { type CaseVerdict, findBrokenInputFaults, findBrokenPromises, judgeCase } from './judge-case.ts'
import { knownDeviations, knownIds, knownSkips } from './known-skips.ts'

const ownCases = readCases(ownCasesFolder)
const sharedCases = readCases(sharedCasesFolder)
const verdicts = new Map<FaultCase, Promise<CaseVerdict>>()

describe('own cases', () => {
  test('there is one for every kind', () => {
    expect(ownCases.length).toBeGreaterThanOrEqual(12)
    expect(new Set(ownCases.map(({ id }) => id)).size).toBe(ownCases.length)
    expect(ownCases.flatMap((fault) => skipReason(fault) ?? [])).toEqual([])
  })
  for (const fault of ownCases) describeCase(fault)
})

describe.runIf(sharedCases.length > 0)('shared cases', () => {
  test('what is skipped of the known cases is exactly what is not built yet', () => {
    const known = sharedCases.filter(({ id }) => knownIds.has(id))
    const skipped = known.flatMap((fault) => (skipReason(fault) ? [fault.id] : []))
    expect(skipped).toEqual(knownSkips)
  })
  for (const fault of sharedCases) describeCase(fault)

  test('the design asks for another outcome than a known case exactly where that is written down', async () => {
    const known = sharedCases.filter((fault) => knownIds.has(fault.id) && skipReason(fault) === undefined)
    const deviations = (await Promise.all(known.map(verdictOf))).flatMap((verdict) => verdict.deviations)
    const ids = new Set(known.map(({ id }) => id))
    expect(deviations).toEqual(knownDeviations.filter((deviation) => ids.has(idOf(deviation))))
  })
})

function describeCase(fault: FaultCase): void {
  const reason = skipReason(fault)
  if (reason !== undefined) {
    test(`${fault.id} is left out: ${reason}`, () => expect(reason).toMatch(/^\w.*: .+/))
    return
  }
  const outcomes = acceptedOutcomes(fault.expect)
  describe(`${fault.id} ${fault.title ?? ''}`, () => {
    test(`ends as ${outcomes.join(' or ')} with everything that it asks for`, async () => {
      expect((await verdictOf(fault)).faults).toEqual([])
    })
    if (outcomes.includes('invalidInput')) {
      test.each(['pass', 'repair'] as const)(
        'keeps the promises where a broken list is to %s',
        async (mode) => expect(await findBrokenInputFaults(fault, mode)).toEqual([]),
      )
    }
    if (outcomes.includes('invalidSettings') || outcomes.includes('aborted')) return
    test('keeps the promises with the preset', async () => {
      expect(await findBrokenPromises(fault, 'recommended')).toEqual([])
    })
  })
}

function verdictOf(fault: FaultCase): Promise<CaseVerdict> {
  const verdict = verdicts.get(fault) ?? judgeCase(fault)
  verdicts.set(fault, verdict)
  return verdict
}

function idOf(line: string): string {
  return line.split(':')[0] ?? ''
}
