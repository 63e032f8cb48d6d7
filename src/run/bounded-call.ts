import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'
import type { CallUsage } from './run-options.ts'

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
  commit(report?: { readonly usage?: CallUsage | undefined }): Promise<void>
  /** The list was not sent, or its answer failed or was abandoned: its bodies are free again. */
  release(): Promise<void>
}

/** Makes a call whose settling happens once, whoever settles it first. */
export function boundedCall<M>(
  facts: Pick<BoundedCall<M>, 'id' | 'messages' | 'diagnostics'>,
  settle: (how: 'commit' | 'release', usage?: CallUsage) => void,
  signal: AbortSignal | undefined,
): BoundedCall<M> {
  let settled = false
  const settleOnce = (how: 'commit' | 'release', usage?: CallUsage): void => {
    if (settled) return
    settled = true
    signal?.removeEventListener('abort', releaseNow)
    settle(how, usage)
  }
  const releaseNow = (): void => settleOnce('release')
  signal?.addEventListener('abort', releaseNow, { once: true })
  return {
    ...facts,
    commit: async (report) => settleOnce('commit', report?.usage),
    release: async () => settleOnce('release'),
    [Symbol.asyncDispose]: async () => settleOnce('release'),
  }
}
