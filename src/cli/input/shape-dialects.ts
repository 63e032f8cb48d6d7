import { aiSdk } from '../../dialects/ai-sdk/index.ts'
import { anthropic } from '../../dialects/anthropic/index.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { Fields } from '../../dialects/fields.ts'
import { gemini } from '../../dialects/gemini/index.ts'
import { langchain } from '../../dialects/langchain/index.ts'
import { openaiAgents } from '../../dialects/openai-agents/index.ts'
import { openaiChat } from '../../dialects/openai-chat/index.ts'
import { openaiResponses } from '../../dialects/openai-responses/index.ts'
import { pi } from '../../dialects/pi/index.ts'
import type { ShapeName } from './shape-names.ts'

const dialects: Readonly<Record<ShapeName, () => unknown>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  'ai-sdk': aiSdk,
  langchain,
  'openai-agents': openaiAgents,
  gemini,
  pi,
  // Logs of what happened: read as the requests that were made of them.
  'claude-code': anthropic,
  openhands: openaiChat,
}

/** The dialect that reads a shape. Dialects read any object: which of its fields are known is theirs to say. */
export function dialectOf(shape: ShapeName): Dialect<Fields> {
  return dialects[shape]() as Dialect<Fields> // `read` takes what it is given apart field by field
}
