import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MeasuredContent } from '../src/context/measure.ts'
import { openaiChat } from '../src/dialects/openai-chat/index.ts'

/** The messages between two answers, and by how much the bill grew from the one to the other. */
export interface Increment {
  readonly contents: readonly MeasuredContent[]
  readonly reported: number
  /** Beside an aborted request, or after a fall of the count: what isn't in the file (prompts, modes) changed as well. */
  readonly disturbed: boolean
}

export interface Recording {
  readonly name: string
  /** Whole prompts with all that was billed: only for files that hold their system prompt and tools. */
  readonly prompts: readonly { readonly contents: readonly MeasuredContent[]; readonly reported: number }[]
  readonly increments: readonly Increment[]
  /** Messages with the count that the source's own agent made of them. */
  readonly counted: readonly { readonly content: MeasuredContent; readonly reported: number }[]
}

interface CorpusFile {
  readonly messages: readonly { readonly role: string }[]
  readonly tools?: readonly unknown[]
  readonly meta?: {
    readonly usage?: readonly (readonly [index: number, prompt: number, completion: number])[]
    readonly stops?: readonly (readonly [index: number, how: string])[]
    readonly token_counts?: readonly (number | null)[]
  }
}

/** The corpus files that say what was billed. See the README of the corpus for `meta.usage` and `meta.token_counts`. */
export function readRecordings(folder: string): Recording[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'stats.json')
  return names
    .map((name) => readRecording(name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as CorpusFile)) // README
    .filter(({ prompts, increments, counted }) => prompts.length + increments.length + counted.length > 0)
}

function readRecording(name: string, file: CorpusFile): Recording {
  const contents = file.messages.map((message) => openaiChat().read(message))
  const usage = file.meta?.usage ?? []
  const stops = new Set(file.meta?.stops?.map(([index]) => index))
  const overhead = overheadOf(file.tools ?? [])
  // pydantic-image and pydantic-two-providers never had a system prompt; the rest without one lack it.
  const complete = file.messages[0]?.role === 'system' || (file.tools !== undefined && usage.length === 1)
  const increments = usage.slice(1).map(([index, prompt], at): Increment => {
    const [from, before] = usage[at] ?? [0, 0]
    const earlier = usage[at - 1]?.[1] ?? 0
    const stopped = stops.has(from) || stops.has(index) || contents.slice(from, index).some(isEmptyAnswer)
    return {
      contents: contents.slice(from, index),
      reported: prompt - before,
      disturbed: stopped || prompt <= before || before <= earlier,
    }
  })
  return {
    name: name.replace(/\.json$/, ''),
    prompts: complete
      ? usage.map(([index, reported]) => ({ contents: [...overhead, ...contents.slice(0, index)], reported }))
      : [],
    increments,
    counted: (file.meta?.token_counts ?? []).flatMap((reported, index) => {
      const content = contents[index]
      return reported === null || content === undefined ? [] : [{ content, reported }]
    }),
  }
}

/** As the assembly measures what stands beside the messages. */
function overheadOf(tools: readonly unknown[]): MeasuredContent[] {
  if (tools.length === 0) return []
  return [{ role: 'system', pieces: tools.map((tool) => ({ type: 'opaque', text: JSON.stringify(tool) })) }]
}

function isEmptyAnswer({ role, pieces }: MeasuredContent): boolean {
  return role === 'assistant' && pieces.every((piece) => piece.type !== 'file' && piece.text === '')
}
