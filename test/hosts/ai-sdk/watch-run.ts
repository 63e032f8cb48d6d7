import {
  type AssemblyDiagnostics,
  type BoundedCall,
  createPlimsoll,
  type Plimsoll,
  type PlimsollError,
  type Run,
  recommended,
} from 'plimsoll'

type Overrides = Partial<Parameters<typeof recommended>[0]>

/** A composition of the preset with a limit of 4,000 bytes and no relief. */
export function plimsollOf(overrides: Overrides = {}): Plimsoll {
  return createPlimsoll(recommended({ hardLimitBytes: 4_000, relief: [], ...overrides }))
}

export interface WatchedRun {
  readonly run: Run<unknown>
  /** How each call was settled first, in the order of the calls; undefined while it is not. */
  readonly settled: ('commit' | 'release' | undefined)[]
  /** Diagnostics of the calls that were handed to the host, in order. */
  readonly composed: AssemblyDiagnostics[]
  readonly refusals: PlimsollError[]
}

/** A real run that notes what happens to it. */
export function watchRun(plimsoll: Plimsoll, admission: 'concurrent' | 'serial' = 'concurrent'): WatchedRun {
  const settled: ('commit' | 'release' | undefined)[] = []
  const composed: AssemblyDiagnostics[] = []
  const refusals: PlimsollError[] = []
  const run = plimsoll.openRun({
    admission,
    onRefusal: (error) => refusals.push(error),
    report: (event) => {
      if (event.type === 'assembly.composed') composed.push(event.diagnostics)
    },
  })
  const watched = new Proxy(run, {
    get: (target, key) => {
      if (key === 'assemble')
        return async (...values: Parameters<Run<unknown>['assemble']>) => note(await run.assemble(...values))
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(run) : value
    },
  })
  return { run: watched, settled, composed, refusals }

  function note(call: BoundedCall<unknown>): BoundedCall<unknown> {
    const place = settled.push(undefined) - 1
    return {
      ...call,
      commit: (report) => {
        settled[place] ??= 'commit'
        return call.commit(report)
      },
      release: (report) => {
        settled[place] ??= 'release'
        return call.release(report)
      },
    }
  }
}
