import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../support/project-files.ts'
import type { FaultCase } from './fault-case.ts'

/** Cases that may lie beside the project, or where the environment says. */
export const sharedCasesFolder =
  process.env['PLIMSOLL_CASES'] ?? join(dirname(projectRoot), 'shared', 'cases')

/** The project's own cases: one for every kind of fault that once failed, and for those that must never. */
export const ownCasesFolder = join(projectRoot, 'test', 'cases', 'fixtures')

/** The cases of a folder, one a file; none where there is no folder. */
export function readCases(folder: string): FaultCase[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as FaultCase) // checked where it is read
}
