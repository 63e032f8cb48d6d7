import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

const skippedFolders = new Set(['node_modules', '.git', 'dist', 'coverage'])
const largestFileBytes = 512 * 1024
const largestReadCharacters = 30_000
const largestWalk = 5_000
const mostMatches = 80

export interface FoundFile {
  /** From the folder, with forward slashes. */
  readonly path: string
  readonly bytes: number
}

/** A folder that can be listed, read and searched, and never left: links that lead outside are refused. */
export class Folder {
  readonly #root: string

  constructor(path: string) {
    this.#root = realpathSync(path)
  }

  /** Folders (with a slash at the end) and files directly below a path. */
  list(path: string): string {
    const lines = readdirSync(this.#inside(path), { withFileTypes: true })
      .filter(({ name }) => !skippedFolders.has(name))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    return lines.sort().join('\n') || 'This folder is empty.'
  }

  /** The text of a file, at most 30,000 characters of it. */
  read(path: string): string {
    const text = this.#text(path)
    if (text === undefined) return `${path} is binary or too large to read.`
    if (text.length <= largestReadCharacters) return text
    return `${text.slice(0, largestReadCharacters)}\n(${text.length - largestReadCharacters} more characters)`
  }

  /** The lines that hold a word, with file and line number. */
  grep(word: string): string {
    const matches: string[] = []
    for (const { path } of this.files()) {
      const lines = this.#text(path)?.split('\n') ?? []
      for (const [index, line] of lines.entries()) {
        if (!line.includes(word)) continue
        matches.push(`${path}:${index + 1}: ${line.trim().slice(0, 160)}`)
        if (matches.length === mostMatches) return `${matches.join('\n')}\n(and more)`
      }
    }
    return matches.join('\n') || 'No line holds this word.'
  }

  /** Every file that can be read, in the order of their paths. */
  files(): FoundFile[] {
    return this.#walk().filter(({ path }) => !path.endsWith('/'))
  }

  /** Every folder below this one, in the order of their paths. */
  folders(): string[] {
    return this.#walk()
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/'))
  }

  #walk(): FoundFile[] {
    const found: FoundFile[] = []
    const waiting = [this.#root]
    for (const folder of waiting) {
      for (const entry of entriesOf(folder)) {
        if (found.length === largestWalk) break
        const absolute = join(folder, entry.name)
        const path = relative(this.#root, absolute).split(sep).join('/')
        if (entry.isDirectory() && !skippedFolders.has(entry.name)) {
          waiting.push(absolute)
          found.push({ path: `${path}/`, bytes: 0 })
        } else if (entry.isFile()) {
          const bytes = statSync(absolute).size
          if (bytes <= largestFileBytes) found.push({ path, bytes })
        }
      }
    }
    return found.sort((one, other) => (one.path < other.path ? -1 : 1))
  }

  /** Undefined for what is binary or huge. */
  #text(path: string): string | undefined {
    const absolute = this.#inside(path)
    if (statSync(absolute).size > largestFileBytes) return undefined
    const bytes = readFileSync(absolute)
    return bytes.subarray(0, 8_192).includes(0) ? undefined : bytes.toString('utf8')
  }

  #inside(path: string): string {
    const absolute = realpathSync(resolve(this.#root, path))
    if (absolute === this.#root || absolute.startsWith(this.#root + sep)) return absolute
    throw new Error('The path leads out of the folder.')
  }
}

/** Nothing for a folder that may not be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
