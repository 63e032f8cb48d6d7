import { spawn } from 'node:child_process'
import { projectRoot } from '../support/project-files.ts'

export interface ExampleRun {
  readonly status: number | null
  readonly output: string
  readonly errors: string
}

/** Runs an example as its reader would, in a process of its own. */
export function runExample(path: string, ...words: readonly string[]): Promise<ExampleRun> {
  const { INIT_CWD: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...words], { cwd: projectRoot, env })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output, errors }))
  })
}
