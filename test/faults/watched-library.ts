import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { projectRoot } from '../support/project-files.ts'
import { awaitPointsIn, libraryFiles } from './await-points.ts'
import { AwaitWatch } from './await-watch.ts'
import type { Library } from './library-type.ts'

/** The library, with every point at which it waits told to the watch. */
export interface WatchedLibrary<L extends Library = Library> {
  readonly library: L
  readonly watch: AwaitWatch
}

const hooks = 'plimsollAwaits'

/**
 * Builds the library out of its sources, with a call around everything that it waits for.
 *
 * @param entry the module that holds what is used of it
 */
export async function loadWatchedLibrary<L extends Library = Library>(
  entry = 'test/faults/library.ts',
): Promise<WatchedLibrary<L>> {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-faults-'))
  const watch = new AwaitWatch()
  Object.assign(globalThis, { [hooks]: watch })
  try {
    await build({
      ...{ configFile: false, root: projectRoot, logLevel: 'silent', plugins: [watched()] },
      // Without the condition of development, in which the charts' library comments on every abort inside of a step.
      ssr: { noExternal: true, resolve: { conditions: ['module', 'node', 'import', 'default'] } },
      build: {
        ...{ ssr: join(projectRoot, entry), outDir: folder, target: 'node20' },
        rollupOptions: { output: { entryFileNames: 'library.mjs', format: 'es' } },
      },
    })
    const built = pathToFileURL(join(folder, 'library.mjs')).href
    const library: L = await import(/* @vite-ignore */ built)
    return { library, watch }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function watched(): Plugin {
  const paths = new Set(libraryFiles())
  return {
    name: 'watch-awaits',
    enforce: 'pre',
    transform: (text, id) => {
      const path = relative(projectRoot, id)
      return paths.has(path) ? { code: watchAwaits(path, text), map: null } : null
    },
  }
}

/** The text of a file, with a call around everything that it waits for. */
export function watchAwaits(path: string, text: string): string {
  const insertions = awaitPointsIn(path, text).flatMap(({ id, kind, start, end }) => {
    const name = JSON.stringify(id)
    const open = kind === 'for await' ? `${hooks}.each(${name}, ` : `${hooks}.leave(${hooks}.enter(${name}), `
    // Points lie inside of each other: the outer one opens first and closes last.
    return [
      { at: start, order: -end, text: open },
      { at: end, order: -start - text.length, text: ')' },
    ]
  })
  insertions.sort((one, other) => one.at - other.at || one.order - other.order)
  let watchedText = ''
  let last = 0
  for (const { at, text: inserted } of insertions) {
    watchedText += text.slice(last, at) + inserted
    last = at
  }
  return watchedText + text.slice(last)
}
