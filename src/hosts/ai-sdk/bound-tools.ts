import { untilAborted } from '../../artifacts/until-aborted.ts'
import { parseEnvelope } from '../../context/envelope.ts'
import type { Run } from '../../run/run.ts'
import { isReadBack } from '../../tools/read-back-mark.ts'
import { modelText } from './model-text.ts'

/** What is read of a tool of the AI SDK; all else goes by. */
interface ExecutableTool {
  execute(input: unknown, options: ToolCallOptions): unknown
  toModelOutput?(call: {
    readonly toolCallId: string
    readonly input: unknown
    readonly output: unknown
  }): unknown
}

interface ToolCallOptions {
  readonly toolCallId: string
  readonly abortSignal?: AbortSignal
}

/**
 * The same tools, whose results are kept in the workspace of the run where they are above its inline limit: the history, and
 * whatever shows it, holds an envelope in their place. Results within the limit, and those that are more than text to the
 * model (images, files), stay as they are. A result that could not be kept makes the call fail with a few words to the
 * model. Tools without `execute`, and the one of `rehydrateTool`, go by.
 *
 * @example
 * const tools = { ...boundTools({ search, fetchPage }, run), read_artifact: rehydrateTool(run) }
 */
export function boundTools<T extends Readonly<Record<string, unknown>>>(
  tools: T,
  run: Pick<Run<unknown>, 'offload'>,
): T {
  const bound = Object.entries(tools).map(([name, tool]) => [
    name,
    isExecutable(tool) && !isReadBack(tool) ? boundTool(tool, name, run) : tool,
  ])
  return Object.fromEntries(bound) as T // the same names, each with what stands for its tool
}

function boundTool(tool: ExecutableTool, name: string, run: Pick<Run<unknown>, 'offload'>): ExecutableTool {
  async function keep(output: unknown, input: unknown, options: ToolCallOptions): Promise<unknown> {
    const { toolCallId, abortSignal } = options
    const given = await untilAborted(tool.toModelOutput?.({ toolCallId, input, output }), abortSignal)
    const text = modelText(given, output)
    if (text === undefined) return output
    const { text: shown, decision } = await run.offload(text, { tool: name, signal: abortSignal })
    if (decision.outcome === 'inline') return output
    // The SDK makes an error result of it, which the model reads as such.
    if (decision.outputBytes === null) throw new Error(shown.replace(/^Error: /, ''))
    return shown
  }

  // What was shown meanwhile is for who watches; the last output is the result.
  async function* keepLast(
    outputs: AsyncIterable<unknown>,
    input: unknown,
    options: ToolCallOptions,
  ): AsyncGenerator<unknown> {
    let last: { readonly output: unknown } | undefined
    for await (const output of outputs) {
      last = { output }
      yield output
    }
    if (!last) return
    const kept = await keep(last.output, input, options)
    if (kept !== last.output) yield kept
  }

  const { toModelOutput } = tool
  return {
    ...tool,
    execute: (input, options) => {
      const output = tool.execute(input, options)
      if (isAsyncIterable(output)) return keepLast(output, input, options)
      return Promise.resolve(output).then((settled) => keep(settled, input, options))
    },
    ...(toModelOutput === undefined
      ? {}
      : {
          toModelOutput: (call) => {
            const isKept = typeof call.output === 'string' && parseEnvelope(call.output) !== undefined
            return isKept ? { type: 'text', value: call.output } : toModelOutput.call(tool, call)
          },
        }),
  }
}

function isExecutable(tool: unknown): tool is ExecutableTool {
  return typeof tool === 'object' && tool !== null && typeof Reflect.get(tool, 'execute') === 'function'
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
