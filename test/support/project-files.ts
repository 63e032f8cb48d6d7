import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const generatedFolders = new Set(['node_modules', 'dist', 'coverage', '.git'])

/** All files below a folder of the project, as paths from the project root with forward slashes; none if it is missing. */
export function listFiles(folder: string): string[] {
  if (!existsSync(join(projectRoot, folder))) return []
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return generatedFolders.has(entry.name) ? [] : listFiles(path)
  })
}

export function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}
