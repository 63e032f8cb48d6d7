import type { Tool } from 'ai'
import type { Run } from '../../run/run.ts'
import { readBackMark } from '../../tools/read-back-mark.ts'
import { type RehydrateInput, readRehydrateInput } from '../../tools/rehydrate-input.ts'
import { type RehydrateToolOptions, rehydrateTool as toolOf } from '../../tools/rehydrate-tool.ts'

// By which the SDK knows a schema. What stands behind it is the same in all supported majors.
const schemaMark = Symbol.for('vercel.ai.schema')

/**
 * A tool of the AI SDK by which the model reads back what was offloaded. Give it to a model that is bounded by the same run.
 *
 * @example
 * const tools = { ...boundTools({ search }, run), read_artifact: rehydrateTool(run) }
 */
export function rehydrateTool(
  run: Pick<Run<unknown>, 'rehydrate'>,
  options: RehydrateToolOptions = {},
): Tool<RehydrateInput, string> {
  const { description, parameters, execute } = toolOf(run, options)
  const inputSchema = {
    [schemaMark]: true,
    _type: undefined,
    jsonSchema: parameters,
    validate: (value: unknown) => {
      const input = readRehydrateInput(value)
      return input
        ? { success: true, value: input }
        : { success: false, error: new TypeError('no reference') }
    },
  }
  const tool = {
    description,
    inputSchema,
    execute: (input: unknown, { abortSignal }: { readonly abortSignal?: AbortSignal } = {}) =>
      execute(input, { signal: abortSignal }),
    [readBackMark]: true,
  }
  return tool as unknown as Tool<RehydrateInput, string> // its schema is one to the SDK, which knows it by the mark
}
