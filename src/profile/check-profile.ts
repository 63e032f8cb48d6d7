import { type SizeEstimator, utf8Bytes } from '../context/measure.ts'
import { ProfileError, type ProfileIssue } from '../errors/profile-error.ts'
import type { CheckedProfile, HybridProfile } from './hybrid-profile.ts'
import { describe, type ProfileFields, profileSchema } from './profile-schema.ts'

const path = 'hybridProfile'

/**
 * Checks a hybrid profile, fills in the defaults, and brings the limit into the estimator's unit.
 *
 * @throws ProfileError naming each option that is missing, out of range, of the wrong unit, or that leaves no room
 */
export function checkProfile<M>(profile: HybridProfile<M>): CheckedProfile {
  const parsed = profileSchema.safeParse(profile)
  if (!parsed.success) {
    throw new ProfileError(
      parsed.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map(unknownOption)
          : [{ path: [path, ...issue.path.map(String)].join('.'), message: issue.message }],
      ),
    )
  }
  const fields = parsed.data
  const estimator = (fields.estimator as SizeEstimator | undefined) ?? utf8Bytes // checked by the schema
  const { hardLimit: ceiling, triggerMargin, suffix } = readLimit(fields, estimator)
  const outputReserve = fields.outputReserve ?? 0
  const hardLimit = ceiling - outputReserve
  const threshold = hardLimit - triggerMargin
  const requestOverhead = fields.requestOverhead ?? 0
  const retained = fields.recentMessageRetentionCount ?? 4
  const issues: ProfileIssue[] = []
  if (hardLimit < 1) {
    issues.push({
      path: `${path}.outputReserve`,
      message: `leaves no room for input (${outputReserve} of ${ceiling}); lower it or raise hardLimit${suffix}`,
    })
  } else if (threshold < 1) {
    issues.push({
      path: `${path}.triggerMargin${suffix}`,
      message: `must be below hardLimit${suffix} (${triggerMargin} is not below ${hardLimit}); lower the margin`,
    })
  } else if (requestOverhead >= threshold) {
    issues.push({
      path: `${path}.requestOverhead`,
      message: `leaves no room for messages (${requestOverhead} of ${threshold}); raise the hard limit or send less`,
    })
  }
  if ((fields.minimumRetentionCount ?? 0) > retained) {
    issues.push({
      path: `${path}.minimumRetentionCount`,
      message: `must not exceed recentMessageRetentionCount (${fields.minimumRetentionCount} > ${retained})`,
    })
  }
  if (issues.length > 0) throw new ProfileError(issues)

  return Object.freeze({
    mode: fields.mode ?? 'enforce',
    hardLimit,
    threshold,
    retention: {
      recentMessageRetentionCount: retained,
      pinFirstUserMessage: fields.pinFirstUserMessage ?? false,
    },
    minimumRetentionCount: fields.minimumRetentionCount ?? Math.min(1, retained),
    maximumCompactionAttempts: fields.maximumCompactionAttempts ?? 3,
    upstreamReducer: fields.upstreamReducer,
    estimator,
    requestOverhead,
    classifier: fields.classifier,
    pin: fields.pin,
    onBrokenSequence: fields.onBrokenSequence ?? 'pass',
    elideOlderResults: fields.elideOlderResults ?? false,
    relief: fields.relief ?? [],
    omissionNotice: fields.omissionNotice ?? false,
    compactionTarget: fields.compactionTarget ?? 1,
    onReducerFailure: fields.onReducerFailure ?? 'throw',
    reducerTimeoutMs: fields.reducerTimeoutMs ?? 60_000,
  })
}

// Keys of an object that was spread by mistake may hold anything: only what looks like an option is named.
function unknownOption(key: string): ProfileIssue {
  return /^[A-Za-z]{1,40}$/.test(key)
    ? { path: `${path}.${key}`, message: 'is unknown; check the spelling against HybridProfile' }
    : { path, message: 'has an unknown option; check the spelling against HybridProfile' }
}

const suffixes = ['Bytes', 'Tokens', 'Units'] as const
type Suffix = (typeof suffixes)[number]

function readLimit(
  fields: ProfileFields,
  estimator: SizeEstimator,
): { hardLimit: number; triggerMargin: number; suffix: Suffix } {
  const suffix = suffixOf(estimator.unit)
  const issues: ProfileIssue[] = []
  for (const other of suffixes) {
    if (other === suffix) continue
    for (const name of [`hardLimit${other}`, `triggerMargin${other}`] as const) {
      if (fields[name] === undefined) continue
      issues.push({
        path: `${path}.${name}`,
        message: `is of the wrong unit: the estimator measures ${estimator.unit}; use ${name.replace(other, suffix)}`,
      })
    }
  }
  const hardLimit = fields[`hardLimit${suffix}`]
  if (hardLimit === undefined && issues.length === 0) {
    issues.push({
      path: `${path}.hardLimit${suffix}`,
      message: `is required (got ${describe(hardLimit)}): no default is right for every model`,
    })
  }
  if (issues.length > 0 || hardLimit === undefined) throw new ProfileError(issues)
  return { hardLimit, triggerMargin: fields[`triggerMargin${suffix}`] ?? 0, suffix }
}

function suffixOf(unit: string): Suffix {
  if (unit === 'utf8Bytes') return 'Bytes'
  return unit === 'estimatedTokens' ? 'Tokens' : 'Units'
}
