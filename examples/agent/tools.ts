import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { Folder } from './folder.ts'

/** Three tools over a folder, as an agent would have them. What they throw becomes an error result. */
export function folderTools(folder: Folder) {
  return {
    list: tool({
      description: 'Lists the files and folders directly below a path.',
      inputSchema: z.object({
        path: z.string().describe("A path from the folder, '.' for the folder itself."),
      }),
      execute: ({ path }) => folder.list(path),
    }),
    read: tool({
      description: 'Reads a text file.',
      inputSchema: z.object({ path: z.string().describe('A path from the folder.') }),
      execute: ({ path }) => folder.read(path),
    }),
    grep: tool({
      description: 'Finds the lines that hold a word, in all files of the folder.',
      inputSchema: z.object({ word: z.string() }),
      execute: ({ word }) => folder.grep(word),
    }),
  } satisfies ToolSet
}
