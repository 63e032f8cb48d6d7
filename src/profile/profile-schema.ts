// The small build of zod: this schema stands behind the front door.
import * as z from 'zod/mini'

/** Fields of a hybrid profile, each with a message that says what it must be and what to do. */
const fields = {
  hardLimitBytes: z.optional(integer(1, 'it is the absolute ceiling of one provider call')),
  triggerMarginBytes: z.optional(integer(0, 'compaction begins this far below the hard limit')),
  hardLimitTokens: z.optional(integer(1, 'it is the absolute ceiling of one provider call')),
  triggerMarginTokens: z.optional(integer(0, 'compaction begins this far below the hard limit')),
  hardLimitUnits: z.optional(integer(1, 'it is the absolute ceiling of one provider call')),
  triggerMarginUnits: z.optional(integer(0, 'compaction begins this far below the hard limit')),
  recentMessageRetentionCount: z.optional(integer(0, 'it counts the newest units that are always kept')),
  maximumCompactionAttempts: z.optional(integer(1, 'it counts how often the reducer may be asked')),
  minimumRetentionCount: z.optional(integer(0, "it counts the units that 'shrinkRetention' leaves")),
  outputReserve: z.optional(integer(0, 'it is the room that the answer needs')),
  mode: z.optional(choice(['enforce', 'observe'])),
  requestOverhead: z.optional(integer(0, 'it is what every request carries beside the messages')),
  reducerTimeoutMs: z.optional(integer(1, 'it is the time in milliseconds that a reducer may take')),
  upstreamReducer: callable('it proposes what to leave out; dropOldest() is a ready-made one'),
  estimator: z.optional(
    z.custom((value) => isEstimator(value), {
      error: () =>
        'must be an estimator { unit, estimate } whose unit is letters and digits; leave it out for UTF-8 bytes',
    }),
  ),
  classifier: z.optional(callable('it assigns kinds to messages')),
  pin: z.optional(callable('it tells which messages are required')),
  pinFirstUserMessage: z.optional(flag()),
  elideOlderResults: z.optional(flag()),
  omissionNotice: z.optional(flag()),
  onBrokenSequence: z.optional(choice(['pass', 'repair', 'terminate'])),
  onReducerFailure: z.optional(choice(['throw', 'fallback'])),
  relief: z.optional(
    z.array(choice(['elide', 'shrinkRetention']), {
      error: () => "must be a list of 'elide' and 'shrinkRetention'",
    }),
  ),
  compactionTarget: z.optional(
    z.custom<number>((value) => typeof value === 'number' && value > 0 && value <= 1, {
      error: ({ input }) =>
        `must be a number above 0 and at most 1 (got ${describe(input)}); it is a share of the threshold`,
    }),
  ),
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
