import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'
import type { CallUsage } from './run-options.ts'

/** What a caller tells when it settles a call. */
export interface SettleReport {
  readonly usage?: CallUsage | undefined
  readonly overflow?: boolean | undefined
}

/**
 * One assembled call: the list to send, and the duty to say how sending went. Until it is settled it holds its leases;
 * disposing of it, aborting its signal or closing the run releases them.
 */
export interface BoundedCall<M> extends AsyncDisposable {
  /** The assembly id: joins the call to its events. */
  readonly id: string
  /** What to send: the host's own objects, and the forms derived from them. */
  readonly messages: readonly M[]
  /** Undefined when compaction is off. */
  readonly diagnostics: AssemblyDiagnostics | undefined
  /**
   * The list was sent and answered in full: its bodies are delivered. Settling twice does nothing. A calibrated estimator
   * learns from the reported usage.
   */
  commit(report?: Pick<SettleReport, 'usage'>): Promise<void>
  /**
   * The list was not sent, or its answer failed or was abandoned: its bodies are free again. With `overflow`, the provider
   * found the list too long: the run holds its later calls to three quarters of the limit that this one had.
   */
  release(report?: Pick<SettleReport, 'overflow'>): Promise<void>
}

/** Makes a call whose settling happens once, whoever settles it first. */
export function boundedCall<M>(
  facts: Pick<BoundedCall<M>, 'id' | 'messages' | 'diagnostics'>,
  settle: (how: 'commit' | 'release', report: SettleReport) => Awaitable<void>,
  signal: AbortSignal | undefined,
): BoundedCall<M> {
  let settled = false
  let settling: Awaitable<void>
  const settleOnce = (how: 'commit' | 'release', report: SettleReport = {}): Awaitable<void> => {
    if (settled) return settling
    settled = true
    signal?.removeEventListener('abort', releaseNow)
    settling = settle(how, report)
    return settling
  }
  const releaseNow = (): void => void settleOnce('release')
  signal?.addEventListener('abort', releaseNow, { once: true })
  return {
    ...facts,
    commit: async (report) => settleOnce('commit', report),
    release: async (report) => settleOnce('release', report),
    [Symbol.asyncDispose]: async () => settleOnce('release'),
  }
}
