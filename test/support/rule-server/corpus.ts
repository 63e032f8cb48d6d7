import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-files.ts'

const folder = join(projectRoot, '../shared/corpus')

/** The conversations that lie beside the project; none where it was cloned alone. */
export function corpusFiles(part = ''): readonly string[] {
  const path = join(folder, part)
  if (!existsSync(path)) return []
  return readdirSync(path).filter((name) => name.endsWith('.json') && name !== 'stats.json')
}

export function readCorpus(part: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, part, name), 'utf8'))
}
