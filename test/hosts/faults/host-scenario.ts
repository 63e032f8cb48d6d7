import type { PlimsollError } from '../../../src/errors/plimsoll-error.ts'
import { owner, withholds } from '../../faults/scenarios/lease-scenarios.ts'
import { FaultySeam, type Script } from './faulty-seam.ts'
import { findPassedOn } from './find-passed-on.ts'
import type { FaultyHost, HostScenario } from './library-type.ts'
import { type BoundedBy, openBounds } from './open-bounds.ts'
import { body } from './turns.ts'

/** Asks a model through a seam, as a user of the host does; rejects with whatever the host says that went wrong. */
export type Ask = (signal: AbortSignal | undefined) => Promise<unknown>

/** How a seam is driven. */
export interface Driving {
  readonly script?: Script
  readonly by?: BoundedBy
  /** Whether lists go by as they are. */
  readonly passes?: boolean
  /** Ports whose failure is made good, or nobody's business. */
  readonly tolerates?: RegExp
  /** Failures that leave a call open, as port and kind. Default: those of leases, which may withhold a body. */
  readonly leavesOpen?: RegExp
  /** Ports that are made to fail. Default: those that the seam's plain calls don't ask in the same way. */
  readonly ports?: RegExp
  /** Whether the model ends its answer when it is aborted, as if it were complete. */
  readonly endsWhenAborted?: boolean
  /** What the last call is allowed to leave: its reader may break off as well. */
  readonly delivers?: boolean
  /** Whether every call is refused. */
  readonly isRefused?: boolean
}

/** What a seam is given beside its bounds. */
export interface SeamOptions {
  readonly report: FaultyHost['recorder']['report']
  readonly trustBinding: typeof owner & { current(): boolean }
  readonly onRefusal: (error: PlimsollError) => void
  readonly onServerHeld: () => void
  readonly retryOnOverflow: boolean
}

/** A way through one host's seam. */
export function hostScenario(
  name: string,
  open: (seam: FaultySeam, options: SeamOptions) => Ask | Promise<Ask>,
  driving: Driving = {},
): HostScenario {
  const { script = 'answers', by = 'run', passes = by === 'nothing', delivers = true } = driving
  const { endsWhenAborted = false } = driving
  const holds = by === 'run' && !passes && !driving.isRefused
  return {
    name,
    ports: portsOf(driving),
    open: async (host) => {
      const seam = new FaultySeam(host, { script, passes, endsWhenAborted }, await openBounds(host, by))
      const ask = await open(seam, optionsOf(seam, script))
      return {
        ...(by === 'run' && { run: seam.bounds as never }), // a run of any message
        withholds: driving.leavesOpen ?? withholds,
        bodies: holds ? [body] : [],
        delivers,
        act: async () => {
          await act(seam, ask, driving)
          if (!host.fault && holds && delivers && script !== 'fails' && !isDelivered(host))
            host.violations.push('a body waits for the call after the one that was answered')
        },
        again: async () => {
          await again(seam, ask, driving)
          for (const run of seam.opened) {
            const state = await run.persist().catch(() => undefined)
            if (state) host.violations.push('a run that was opened for a call is left open')
          }
        },
      }
    },
  }
}

function isDelivered({ sendings }: FaultyHost): boolean {
  return sendings.some(
    ({ list, isAnswered }) => isAnswered && list.some(({ content }) => String(content).includes(body)),
  )
}

function portsOf({ ports, script = 'answers', passes, isRefused, endsWhenAborted }: Driving): RegExp {
  if (ports) return ports
  if (passes) return /^onServerHeld/
  if (endsWhenAborted) return /^model|^chunk|^leases\.(commit|release)/
  if (script === 'finds its first list too long') return /^model|^chunk|^reducer|^leases\.(commit|release)/
  if (script !== 'answers') return /^leases\.(commit|release)/
  // A refusal asks for nothing else.
  return isRefused ? /^/ : /^(?!trust)/
}

function optionsOf(seam: FaultySeam, script: Script): SeamOptions {
  const { host } = seam
  return {
    report: host.recorder.report,
    trustBinding: { ...owner, current: () => host.sync('trust', () => true) },
    onRefusal: (error) => {
      seam.refusals.push(error)
      host.sync('onRefusal', () => undefined)
    },
    onServerHeld: () => void host.sync('onServerHeld', () => undefined),
    retryOnOverflow: script === 'finds its first list too long',
  }
}

async function act(seam: FaultySeam, ask: Ask, { tolerates, isRefused }: Driving): Promise<void> {
  const { host, refusal, tooLong, script } = seam
  try {
    await ask(host.signal)
  } catch (error) {
    const passed = findPassedOn(error, host, [refusal, tooLong])
    const isOurs = host.library.PlimsollError.isInstance(passed)
    if ((passed === refusal && script === 'fails') || (isOurs && isRefused)) return
    // An overflow that can't be read is one that can't be told from other failures.
    if (passed === tooLong && host.hasFired) return
    throw passed
  }
  if (isRefused || script === 'fails') host.violations.push('a call that failed looks as if it were answered')
  const { fault } = host
  if (!fault || fault.kind === 'aborts' || !host.hasFired || tolerates?.test(fault.port)) return
  if (/^(model|chunk)/.test(fault.port)) host.violations.push('nobody hears that the model failed')
}

async function again({ host, refusal }: FaultySeam, ask: Ask, { isRefused }: Driving): Promise<void> {
  try {
    await ask(undefined)
  } catch (error) {
    const passed = findPassedOn(error, host, [refusal])
    if (isRefused && host.library.PlimsollError.isInstance(passed)) return
    throw passed
  }
  if (isRefused) host.violations.push('a call that is refused looks as if it were answered')
}
