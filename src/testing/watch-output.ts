import { inspect } from 'node:util'

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const

/** Keeps what is written to the console, to standard output and error, and what is warned of, until it is stopped. */
export function watchOutput(): { stop(): string } {
  const written: string[] = []
  const keep = (...values: readonly unknown[]): true => {
    for (const value of values) {
      if (value instanceof Uint8Array) written.push(Buffer.from(value).toString())
      else written.push(typeof value === 'string' ? value : inspect(value, { depth: 20, showHidden: true }))
    }
    return true
  }
  const restore: (() => void)[] = []
  const replace = <T extends object>(target: T, name: keyof T & string): void => {
    const before = Reflect.get(target, name)
    Reflect.set(target, name, keep)
    restore.push(() => Reflect.set(target, name, before))
  }
  for (const method of methods) replace(console, method)
  replace(process.stdout, 'write')
  replace(process.stderr, 'write')
  process.on('warning', keep)
  return {
    stop: () => {
      for (const undo of restore) undo()
      process.off('warning', keep)
      return written.join('\n')
    },
  }
}
