// The small build of zod: this schema stands behind the front door.
import * as z from 'zod/mini'
import { RunStateError } from '../errors/run-state-error.ts'
import type { DeliveredBody, LeaseKey } from '../leases/lease-coordinator.ts'
import { hasMetricsOf } from '../observability/add-metrics.ts'
import type { RunMetrics } from '../observability/run-metrics.ts'
import { RunTotals } from '../observability/run-totals.ts'

/** A body that was rehydrated and had not been delivered. Only its name: it is read again when the run is restored. */
export interface PersistedBody {
  readonly key: LeaseKey
  /** Who asked for it. */
  readonly source: 'toolRequest' | 'policy'
}

/**
 * A run between two processes, as JSON: names of bodies and numbers, no content, no identity. What its calls had reserved
 * is left out, so that it is free; what they were sending counts as delivered.
 */
export interface PersistedRun {
  readonly version: 1
  readonly runId: string
  /** Whether a coordinator outside the process knows what is delivered. */
  readonly leases: 'own' | 'shared'
  readonly delivered: readonly DeliveredBody[]
  readonly sending: readonly LeaseKey[]
  readonly pending: readonly PersistedBody[]
  /** Of the last event. */
  readonly sequenceNumber: number
  /** Of the next call. */
  readonly callNumber: number
  /** Share of the limit that its calls are held to, after a provider found a list too long. */
  readonly limitFactor: number
  /** Totals up to now, of the run and its children. */
  readonly metrics: RunMetrics
}

const version = 1
// As many as a run can be opened for.
const mostDeliveries = 1_000
const noMetrics = new RunTotals('utf8Bytes').metrics()

const keyPattern = /^[0-9a-f]{64}(?::(\d{1,16})-(\d{1,16}))?$/
const key = z.custom<LeaseKey>(isKey, told('must be the key of a body'))

const schema = z.strictObject(
  {
    version: z.literal(version),
    runId: text(/^[A-Za-z0-9._:-]{1,128}$/, 'a run id'),
    leases: choice(['own', 'shared']),
    delivered: list(z.strictObject({ key, count: whole(1, mostDeliveries) }, told('must be { key, count }'))),
    sending: list(key),
    pending: list(
      z.strictObject({ key, source: choice(['toolRequest', 'policy']) }, told('must be { key, source }')),
    ),
    sequenceNumber: whole(0),
    callNumber: whole(0),
    metrics: z.custom<RunMetrics>((value) => hasMetricsOf(value, noMetrics), {
      error: () => 'must be what run.metrics() answered',
    }),
    limitFactor: z.custom<number>((value) => typeof value === 'number' && value > 0 && value <= 1, {
      error: () => 'must be a number above 0 and at most 1',
    }),
  },
  told('has a field that is missing or unknown'),
)

/**
 * Reads what `run.persist()` answered, and what became of it on its way.
 *
 * @throws RunStateError naming the path of each field that is not in order, and an unknown version alone
 */
export function readPersistedRun(state: unknown): PersistedRun {
  if (typeof state !== 'object' || state === null) refuse('', 'must be an object')
  if (Reflect.get(state, 'version') !== version) {
    refuse('version', `must be ${version}: another version of plimsoll may have made it`)
  }
  const checked = schema.safeParse(state)
  if (checked.success) return checked.data
  throw new RunStateError(
    checked.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  )
}

function refuse(path: string, message: string): never {
  throw new RunStateError([{ path, message }])
}

function told(message: string) {
  return { error: () => message }
}

function text(pattern: RegExp, meaning: string) {
  return z.custom<string>(
    (value) => typeof value === 'string' && pattern.test(value),
    told(`must be ${meaning}`),
  )
}

function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const bound = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`
  return z.custom<number>(
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
    told(`must be a whole number of at least ${least}${bound}`),
  )
}

function isKey(value: unknown): boolean {
  const [found, start = 0, end = 0] = (typeof value === 'string' ? keyPattern.exec(value) : null) ?? []
  return found !== undefined && Number.isSafeInteger(Number(end)) && Number(start) <= Number(end)
}

function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, told(`must be one of ${values.join(', ')}`))
}

function list<T extends z.core.$ZodType>(item: T) {
  return z.array(item, told('must be a list'))
}
