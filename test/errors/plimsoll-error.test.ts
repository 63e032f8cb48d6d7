import { describe, expect, test } from 'vitest'
import { ArtifactError } from '../../src/errors/artifact-error.ts'
import { AssemblyTerminatedError } from '../../src/errors/assembly-terminated-error.ts'
import { ClassifierError } from '../../src/errors/classifier-error.ts'
import { CompositionError, type CompositionProblem } from '../../src/errors/composition-error.ts'
import { EstimatorError } from '../../src/errors/estimator-error.ts'
import { InternalError } from '../../src/errors/internal-error.ts'
import { LeaseError } from '../../src/errors/lease-error.ts'
import { causeOf, PlimsollError } from '../../src/errors/plimsoll-error.ts'
import { ProfileError } from '../../src/errors/profile-error.ts'
import { ReducerContractError } from '../../src/errors/reducer-contract-error.ts'
import { ReducerTimeoutError } from '../../src/errors/reducer-timeout-error.ts'
import { RunClosedError } from '../../src/errors/run-closed-error.ts'
import { RunStateError } from '../../src/errors/run-state-error.ts'
import { ServerHeldContextError } from '../../src/errors/server-held-context-error.ts'
import { SnapshotError } from '../../src/errors/snapshot-error.ts'
import { SummaryError } from '../../src/errors/summary-error.ts'
import { TrustBindingError } from '../../src/errors/trust-binding-error.ts'

const termination = {
  outcome: 'irreducible',
  reason: 'requiredContentTooLarge',
  finalSize: 1_200,
  hardLimit: 1_000,
  unit: 'utf8Bytes',
  assemblyId: 'a-1',
} as const

/** Each class with an instance, its code, its own fields, and words of its message that tell what to do next. */
const errors = [
  {
    type: ArtifactError,
    error: new ArtifactError('listingFailed'),
    code: 'artifact',
    fields: { problem: 'listingFailed' },
    remedy: 'look at the storage',
  },
  {
    type: AssemblyTerminatedError,
    error: new AssemblyTerminatedError(termination),
    code: 'assemblyTerminated',
    fields: termination,
    remedy: 'Raise the limit',
  },
  {
    type: ClassifierError,
    error: new ClassifierError(3, ['summary']),
    code: 'classifier',
    fields: { index: 3 },
    remedy: 'Answer one of summary',
  },
  {
    type: CompositionError,
    error: new CompositionError('capabilityWithoutProfile'),
    code: 'composition',
    fields: { problem: 'capabilityWithoutProfile' },
    remedy: 'Supply the profile',
  },
  {
    type: EstimatorError,
    error: new EstimatorError('invalidSize', 'words', 2),
    code: 'estimator',
    fields: { problem: 'invalidSize', unit: 'words', index: 2 },
    remedy: 'must answer a non-negative safe integer',
  },
  {
    type: InternalError,
    error: new InternalError('the sky is up'),
    code: 'internal',
    fields: {},
    remedy: 'Please report this',
  },
  {
    type: ProfileError,
    error: new ProfileError([{ path: 'limit', message: 'must be large' }]),
    code: 'profile',
    fields: { issues: [{ path: 'limit', message: 'must be large' }] },
    remedy: 'limit: must be large',
  },
  {
    type: LeaseError,
    error: new LeaseError('lost'),
    code: 'lease',
    fields: { problem: 'lost' },
    remedy: 'raise reservedTtlMs',
  },
  {
    type: RunStateError,
    error: new RunStateError([{ path: 'delivered.0.count', message: 'must be a whole number' }]),
    code: 'runState',
    fields: { issues: [{ path: 'delivered.0.count', message: 'must be a whole number' }] },
    remedy: 'delivered.0.count must be a whole number. Pass what',
  },
  {
    type: ReducerContractError,
    error: new ReducerContractError('null'),
    code: 'reducerContract',
    fields: { received: 'null' },
    remedy: 'Return a plan',
  },
  {
    type: ReducerTimeoutError,
    error: new ReducerTimeoutError(50),
    code: 'reducerTimeout',
    fields: { timeoutMs: 50 },
    remedy: 'Raise reducerTimeoutMs',
  },
  {
    type: RunClosedError,
    error: new RunClosedError(),
    code: 'runClosed',
    fields: {},
    remedy: 'Open a run per request',
  },
  {
    type: ServerHeldContextError,
    error: new ServerHeldContextError('conversation', 2),
    code: 'serverHeldContext',
    fields: { found: 'conversation', index: 2 },
    remedy: 'Send the whole list',
  },
  {
    type: SnapshotError,
    error: new SnapshotError('unreadableMessage', { index: 4 }),
    code: 'snapshot',
    fields: { problem: 'unreadableMessage', index: 4 },
    remedy: 'Mend it',
  },
  {
    type: SummaryError,
    error: new SummaryError('truncated'),
    code: 'summary',
    fields: { problem: 'truncated' },
    remedy: 'Allow it more output',
  },
  {
    type: TrustBindingError,
    error: new TrustBindingError('entry'),
    code: 'trustBinding',
    fields: { checkpoint: 'entry' },
    remedy: 'Open a new run',
  },
]

describe.each(errors)('$error.name', ({ type, error, code, fields, remedy }) => {
  test('has a code, its fields, and a message that says what to do', () => {
    expect(error).toBeInstanceOf(Error)
    expect(error).toBeInstanceOf(PlimsollError)
    expect(error.code).toBe(code)
    expect(error.name).toBe(type.name)
    expect(error).toMatchObject(fields)
    expect(error.message).toContain(remedy)
    expect(error.message).toMatch(/\.$/)
  })

  test('is known as what it is, and as nothing else', () => {
    expect(PlimsollError.isInstance(error)).toBe(true)
    for (const other of errors) expect(other.type.isInstance(error)).toBe(other.type === type)
  })

  test('is known across a second copy of the library', () => {
    const copy = Object.create(Error.prototype)
    Object.assign(copy, { code, [Symbol.for('plimsoll.error')]: true })
    expect(copy).not.toBeInstanceOf(PlimsollError)
    expect(PlimsollError.isInstance(copy)).toBe(true)
    expect(type.isInstance(copy)).toBe(true)
  })

  test('does not show the mark by which it is known', () => {
    expect(Object.keys(error).sort()).toEqual(['code', ...Object.keys(fields)].sort())
  })
})

test('every code belongs to one class', () => {
  expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length)
})

test.each<CompositionProblem>([
  'capabilityWithoutProfile',
  'profileWithoutCapability',
  'alreadyWrapped',
  'unsupportedModel',
  'reentrantCall',
])('the problem %s is told with a way out', (problem) => {
  expect(new CompositionError(problem).message).toMatch(
    new RegExp(`^Composition refused \\(${problem}\\): .+\\. [A-Z].+\\.$`),
  )
})

test.each([
  'requiredContentTooLarge',
  'invalidSequence',
  'concurrentMutation',
  'finalVerificationFailed',
] as const)('the reason %s is explained', (reason) => {
  const { message } = new AssemblyTerminatedError({ ...termination, reason })
  expect(message).toMatch(/^Nothing was sent \(irreducible\): /)
  if (reason !== 'finalVerificationFailed') expect(message).toContain('1200 (utf8Bytes)')
})

test.each([
  undefined,
  null,
  7,
  'error',
  new Error('plain'),
  {},
  { code: 'profile' },
  () => 1,
  new Proxy(
    {},
    {
      has: () => {
        throw new Error('not to be looked at')
      },
    },
  ),
])('what is none of ours is not taken for it', (value) => {
  expect(PlimsollError.isInstance(value)).toBe(false)
  expect(ProfileError.isInstance(value)).toBe(false)
  expect(causeOf(value)).toBeUndefined()
})

describe('causeOf', () => {
  test('gives the host’s error behind ours by identity, which printing does not show', () => {
    const own = new Error('secret')
    const error = new SnapshotError('unreadableMessage', { index: 1, cause: own })
    expect(causeOf(error)).toBe(own)
    expect(error.cause).toBeUndefined()
    expect(`${error.stack}`).not.toContain('secret')
    expect(causeOf(new SnapshotError('notAList'))).toBeUndefined()
  })

  test('works on an error of a second copy', () => {
    const copy = {
      [Symbol.for('plimsoll.error')]: true,
      [Symbol.for('plimsoll.error.cause')]: () => 'own',
    }
    expect(causeOf(copy)).toBe('own')
    expect(causeOf({ [Symbol.for('plimsoll.error')]: true })).toBeUndefined()
  })
})
