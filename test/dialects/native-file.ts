import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../support/project-files.ts'

const folder = join(
  process.env['PLIMSOLL_CORPUS'] ?? join(dirname(projectRoot), 'shared', 'corpus'),
  'native',
)

/** Whether conversations recorded in the providers' own shapes lie beside the project. */
export const hasNativeFiles = existsSync(folder)

/** The recorded data of a file; its values have no type. */
export function readNativeFile(name: string): unknown {
  const { data } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  return data
}

/** The lines of a file that holds one JSON value a line. */
export function readNativeLines(name: string): unknown[] {
  const text = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}
