import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { projectRoot } from '../../support/project-files.ts'

/** A process of its own that works on a run, and what it says. */
export interface LeaseWorker {
  /** Reads on until it says this. Fails when it comes to its end before. */
  says(line: string): Promise<void>
  /** The next thing that it says. */
  next(): Promise<string>
  /** Ends it at once, without a chance to tidy up. */
  kill(): Promise<void>
}

export function startWorker(...words: readonly string[]): LeaseWorker {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/hosts/redis/lease-worker.ts', ...words], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the worker came to its end')
    return value
  }
  return {
    next,
    says: async (line) => {
      while ((await next()) !== line);
    },
    kill: () => kill(child),
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
