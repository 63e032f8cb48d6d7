import type { ReductionRequest } from '../../src/reducers/index.ts'

/** What a request's units are. Roles are given as initials, such as `uau`. */
interface Units {
  readonly sizes: readonly number[]
  readonly target: number
  readonly required?: readonly number[]
  readonly roles?: string
  readonly opensWithUser?: boolean
}

/** A request with units of these sizes, all of them user messages unless roles are given. */
export function requestOf({
  sizes,
  target,
  required = [],
  roles = 'u'.repeat(sizes.length),
  opensWithUser = false,
}: Units): ReductionRequest<unknown> {
  return {
    units: sizes.map((size, index) => ({
      index,
      entries: [index],
      kind: roles[index] === 't' ? 'toolExchange' : 'conversationalMessage',
      role: roles[index] === 'u' ? 'user' : 'assistant',
      size,
      required: required.includes(index),
    })),
    targetSize: target,
    currentSize: sizes.reduce((sum, size) => sum + size, 0),
    unit: 'utf8Bytes',
    attempt: 1,
    rejections: [],
    turnRules: { opensWithUser, answersCloseExchanges: false, callsFollowUser: false },
    signal: new AbortController().signal,
    messages: [],
    text: () => '',
    transcript: () => [],
  }
}
