import type { BoundedCall } from '../../run/bounded-call.ts'
import type { Run } from '../../run/run.ts'

/** One call of a run: the list that it was handed out with, and how it was settled first. */
export interface WatchedCall {
  readonly messages: readonly unknown[]
  settled: 'commit' | 'release' | undefined
}

/** The run, and every call that it hands out. */
export function watchCalls(run: Run<unknown>): {
  readonly watched: Run<unknown>
  readonly calls: readonly WatchedCall[]
} {
  const calls: WatchedCall[] = []
  const note = (call: BoundedCall<unknown>): BoundedCall<unknown> => {
    const noted: WatchedCall = { messages: call.messages, settled: undefined }
    calls.push(noted)
    const settle = (how: 'commit' | 'release'): void => {
      noted.settled ??= how
    }
    return {
      ...call,
      commit: (...report) => {
        settle('commit')
        return call.commit(...report)
      },
      release: (...report) => {
        settle('release')
        return call.release(...report)
      },
      [Symbol.asyncDispose]: () => {
        settle('release')
        return call[Symbol.asyncDispose]()
      },
    }
  }
  const assemble: Run<unknown>['assemble'] = async (messages, options) => {
    const call = (await run.assemble(messages, options)) as BoundedCall<unknown> // its messages are not looked into
    return note(call) as never // as the caller typed it
  }
  const dispatch: Run<unknown>['dispatch'] = async (messages, send, options) => {
    let noted: WatchedCall | undefined
    try {
      const answer = await run.dispatch(
        messages,
        (list, context) => {
          noted = { messages: list, settled: undefined }
          calls.push(noted)
          return send(list, context)
        },
        options,
      )
      if (noted) noted.settled = 'commit'
      return answer
    } catch (error) {
      if (noted) noted.settled = 'release'
      throw error
    }
  }
  const watched = new Proxy(run, {
    get: (target, key) => {
      if (key === 'assemble') return assemble
      if (key === 'dispatch') return dispatch
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { watched, calls }
}
