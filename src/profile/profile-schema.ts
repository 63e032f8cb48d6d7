import * as z from 'zod'

/** Fields of a hybrid profile, each with a message that says what it must be and what to do. */
const fields = {
  hardLimitBytes: integer(1, 'it is the absolute ceiling of one provider call').optional(),
  triggerMarginBytes: integer(0, 'compaction begins this far below the hard limit').optional(),
  hardLimitTokens: integer(1, 'it is the absolute ceiling of one provider call').optional(),
  triggerMarginTokens: integer(0, 'compaction begins this far below the hard limit').optional(),
  hardLimitUnits: integer(1, 'it is the absolute ceiling of one provider call').optional(),
  triggerMarginUnits: integer(0, 'compaction begins this far below the hard limit').optional(),
  recentMessageRetentionCount: integer(0, 'it counts the newest units that are always kept').optional(),
  maximumCompactionAttempts: integer(1, 'it counts how often the reducer may be asked').optional(),
  minimumRetentionCount: integer(0, "it counts the units that 'shrinkRetention' leaves").optional(),
  outputReserve: integer(0, 'it is the room that the answer needs').optional(),
  mode: choice(['enforce', 'observe']).optional(),
  requestOverhead: integer(0, 'it is what every request carries beside the messages').optional(),
  reducerTimeoutMs: integer(1, 'it is the time in milliseconds that a reducer may take').optional(),
  upstreamReducer: callable('it proposes what to leave out; dropOldest() is a ready-made one'),
  estimator: z
    .custom((value) => isEstimator(value), {
      error: () =>
        'must be an estimator { unit, estimate } whose unit is letters and digits; leave it out for UTF-8 bytes',
    })
    .optional(),
  classifier: callable('it assigns kinds to messages').optional(),
  pin: callable('it tells which messages are required').optional(),
  pinFirstUserMessage: flag().optional(),
  elideOlderResults: flag().optional(),
  omissionNotice: flag().optional(),
  onBrokenSequence: choice(['pass', 'repair', 'terminate']).optional(),
  onReducerFailure: choice(['throw', 'fallback']).optional(),
  relief: z
    .array(choice(['elide', 'shrinkRetention']), {
      error: () => "must be a list of 'elide' and 'shrinkRetention'",
    })
    .optional(),
  compactionTarget: z
    .custom<number>((value) => typeof value === 'number' && value > 0 && value <= 1, {
      error: ({ input }) =>
        `must be a number above 0 and at most 1 (got ${describe(input)}); it is a share of the threshold`,
    })
    .optional(),
}

export const profileSchema = z.strictObject(fields, {
  error: ({ code, input }) =>
    code === 'invalid_type' ? `must be an object of options (got ${describe(input)})` : undefined,
})

export type ProfileFields = z.infer<typeof profileSchema>

/** A value by its type, or a number by its digits: options may hold what should not be printed. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return typeof value === 'number' ? String(value) : `a ${Array.isArray(value) ? 'list' : typeof value}`
}

function integer(minimum: number, meaning: string) {
  return z.custom<number>((value) => Number.isSafeInteger(value) && Number(value) >= minimum, {
    error: ({ input }) =>
      `must be a whole number of at least ${minimum} (got ${describe(input)}); ${meaning}`,
  })
}

function callable(meaning: string) {
  return z.custom<(argument: never) => unknown>((value) => typeof value === 'function', {
    error: ({ input }) => `must be a function (got ${describe(input)}); ${meaning}`,
  })
}

function flag() {
  return z.boolean({ error: ({ input }) => `must be true or false (got ${describe(input)})` })
}

function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, {
    error: ({ input }) => `must be one of ${values.join(', ')} (got ${describe(input)})`,
  })
}

function isEstimator(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { unit, estimate } = value as { unit?: unknown; estimate?: unknown } // an object, as checked above
  return typeof unit === 'string' && /^[a-z][A-Za-z0-9]{0,31}$/.test(unit) && typeof estimate === 'function'
}
