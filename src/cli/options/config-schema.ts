import * as z from 'zod'
import { shapeNames } from '../input/shape-names.ts'
import { InputError } from '../input-error.ts'
import { type BoundOptions, presets } from './bound-options.ts'
import { parseReducer } from './parse-reducer.ts'
import { parseSize } from './parse-size.ts'

const size = z
  .union([z.number(), z.string()])
  .transform((value, context) => attempt(context, () => parseSize(String(value), '')))

const count = (minimum: number) =>
  z.int({ error: () => `must be a whole number of at least ${minimum}` }).min(minimum, {
    error: () => `must be a whole number of at least ${minimum}`,
  })

/** A configuration file: the flags by their names in camel case, and further options of a profile. */
export const configSchema = z.strictObject({
  hardLimit: size.optional(),
  triggerMargin: size.optional(),
  retain: count(0).optional(),
  attempts: count(1).optional(),
  reducer: z
    .string()
    .transform((text, context) => attempt(context, () => parseReducer(text, '')))
    .optional(),
  preset: z.enum(presets).optional(),
  relief: z.array(z.enum(['elide', 'shrinkRetention'])).optional(),
  onBrokenSequence: z.enum(['pass', 'repair', 'terminate']).optional(),
  memory: z.boolean().optional(),
  dialect: z.enum(shapeNames).optional(),
  pick: count(1).optional(),
  minimumRetentionCount: count(0).optional(),
  compactionTarget: z
    .number()
    .gt(0)
    .max(1, { error: () => 'must be above 0 and at most 1' })
    .optional(),
  outputReserve: size.optional(),
  requestOverhead: size.optional(),
  elideOlderResults: z.boolean().optional(),
  omissionNotice: z.boolean().optional(),
  pinFirstUserMessage: z.boolean().optional(),
  onReducerFailure: z.enum(['throw', 'fallback']).optional(),
  mode: z.enum(['enforce', 'observe']).optional(),
})

/**
 * Checks what a configuration file holds.
 *
 * @throws InputError naming each option that is out of order by its path, in one line
 */
export function checkConfig(value: unknown, file: string): BoundOptions {
  const parsed = configSchema.safeParse(value)
  if (parsed.success) return withoutUndefined(parsed.data)
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(
          (key) => `${nameOf(key)} is unknown; options: ${Object.keys(configSchema.shape).join(', ')}`,
        )
      : [`${issue.path.map(String).join('.') || 'the file'} ${messageOf(issue)}`],
  )
  throw new InputError(file, undefined, problems.join('; '))
}

function attempt<T>(context: z.RefinementCtx, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    context.addIssue({ code: 'custom', message: error.message.replace(/^: /, '') })
    return z.NEVER
  }
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`
  if (issue.code === 'invalid_union') return 'must be a size such as "64KiB", or a number of bytes'
  return issue.message
}

// A misplaced file can have any text as a key.
function nameOf(key: string): string {
  return /^[A-Za-z_]{1,40}$/.test(key) ? key : 'an option'
}

function withoutUndefined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> } // the same keys, less undefined ones
}
