import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Cell, Measured } from './measure-cell.ts'

/** A measured cell, or why there is none. */
export type CellResult =
  | {
      readonly subject: string
      readonly medianMs: number
      readonly spreadMs: readonly [number, number]
      readonly heapMiB: number
    }
  | { readonly gaveUp: string }

const patienceMs = 20_000

/** Measures one cell in a worker of its own; gives it up after twenty seconds. */
export function runCell(cell: Cell): Promise<CellResult> {
  return new Promise((resolve) => {
    const worker = new Worker(fileURLToPath(new URL('./worker.mjs', import.meta.url)), {
      workerData: cell,
    })
    const settle = (result: CellResult): void => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    const timer = setTimeout(() => settle({ gaveUp: 'over 20 s' }), patienceMs)
    worker.once('message', (message: Measured | { failed: string }) =>
      settle('failed' in message ? { gaveUp: `failed: ${message.failed}` } : summarise(message)),
    )
    worker.once('error', (error) => settle({ gaveUp: `failed: ${String(error)}` }))
  })
}

function summarise({ subject, timesMs, heapMiB }: Measured): CellResult {
  const sorted = [...timesMs].sort((left, right) => left - right)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (median === undefined) return { gaveUp: 'over 20 s' }
  return { subject, medianMs: median, spreadMs: [sorted[0] ?? median, sorted.at(-1) ?? median], heapMiB }
}
