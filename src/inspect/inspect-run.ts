import type { Plimsoll } from '../run/create-plimsoll.ts'
import type { Run } from '../run/run.ts'
import type { RunOptions } from '../run/run-options.ts'
import { type InspectorOptions, openInspector } from './open-inspector.ts'

/** A run, and where to look at it. */
export interface InspectedRun<M> extends AsyncDisposable {
  readonly run: Run<M>
  /** The page to open; nothing opens it by itself. */
  readonly url: string
  /** Closes the run, shows its end, and ends the relay. Stopping twice does nothing. */
  stop(): Promise<void>
}

/**
 * Opens a run in the Stately Inspector: `openInspector` and `openRun` in one call.
 *
 * @throws as `openInspector` and `openRun`
 * @example
 * const { run, url, stop } = await inspectRun(plimsoll, { id: 'run-1' })
 * console.error(`Open ${url}`)
 */
export async function inspectRun<M>(
  plimsoll: Plimsoll<unknown>,
  options: Omit<RunOptions<M>, 'inspect'> & InspectorOptions = {},
): Promise<InspectedRun<M>> {
  const { port, uiUrl, ...runOptions } = options
  const inspector = await openInspector({
    ...(port === undefined ? {} : { port }),
    ...(uiUrl === undefined ? {} : { uiUrl }),
  })
  try {
    const run = plimsoll.openRun<M>({ ...runOptions, inspect: inspector.inspect })
    const stop = async (): Promise<void> => {
      await run.close()
      await inspector.stop()
    }
    return { run, url: inspector.url, stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await inspector.stop()
    throw error
  }
}
