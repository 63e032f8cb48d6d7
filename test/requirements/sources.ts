/** How many numbered places each part of the documents has: paragraphs, points, promises. */
const numbered: Readonly<Record<string, number>> = {
  'ADR, context and scope ': 2,
  'ADR, decision drivers ': 8,
  'ADR, decision ': 6,
  'ADR, alternatives ': 5,
  'ADR, consequences, positive ': 6,
  'ADR, consequences, negative ': 5,
  'ADR, consequences, neutral ': 3,
  'ADR, confirmation ': 9,
  'options, remarks ': 3,
  'design 1, promise ': 7,
  'design 4.': 8,
}

const named: readonly string[] = [
  'ADR, superseding note',
  'options, HardLimitBytes',
  'options, TriggerMarginBytes',
  'options, RecentMessageRetentionCount',
  'options, MaximumCompactionAttempts',
  'options, UpstreamReducer',
  'design, defaults',
  'design card',
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((section) => `design ${section}`),
]

/** How many rows each file of the matrix has, of the groups that are about compaction. */
const matrixRows: Readonly<Record<string, number>> = {
  ...{ MAR: 20, EST: 12, ENT: 23, IMM: 11, ADP: 10, PRE: 42, SEQ: 14, RED: 6, REC: 27, IRR: 9, INJ: 8 },
  ...{ CRD: 25, SEAM: 6, SES: 2, CAN: 8, CMP: 7, PCC: 5, CAP: 14, HYB: 7, ITX: 3, OBS: 14, DIA: 11 },
  ...{ ART: 26, ATR: 10, REH: 12, OFF: 13, WCN: 6, AOB: 29 },
}

/** Every place that demands something: each is the source of a requirement, or is left out with a reason. */
export const demandingPlaces: readonly string[] = [
  ...named,
  ...Object.entries(numbered).flatMap(([part, count]) => counted(count).map((place) => `${part}${place}`)),
  ...Object.entries(matrixRows).flatMap(([file, count]) =>
    counted(count).map((row) => `matrix ${file}-${padded(row)}`),
  ),
]

/** The places that a source names: `matrix REC-01..03, IRR-02` are four. */
export function placesOf(source: string): readonly string[] {
  if (!source.startsWith('matrix ')) return [source]
  return source
    .slice('matrix '.length)
    .split(', ')
    .flatMap((rows) => {
      const [, file, from, to = from] = /^([A-Z]+)-(\d\d)(?:\.\.(\d\d))?$/.exec(rows) ?? []
      if (file === undefined || Number(to) < Number(from)) return [`matrix ${rows}`]
      return counted(Number(to) - Number(from) + 1).map(
        (row) => `matrix ${file}-${padded(Number(from) + row - 1)}`,
      )
    })
}

function counted(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

function padded(row: number): string {
  return String(row).padStart(2, '0')
}
