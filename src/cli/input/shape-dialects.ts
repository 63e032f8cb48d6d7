import { aiSdk } from '../../dialects/ai-sdk/index.ts'
import { anthropic } from '../../dialects/anthropic/index.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { Fields } from '../../dialects/fields.ts'
import { openaiChat } from '../../dialects/openai-chat/index.ts'
import { openaiResponses } from '../../dialects/openai-responses/index.ts'
import type { ShapeName } from './shape-names.ts'

const dialects: Readonly<Record<ShapeName, () => unknown>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  'ai-sdk': aiSdk,
  // No dialect of their own: converted, and measured as what they are converted to.
  langchain: openaiChat,
  pi: openaiChat,
  'claude-code': anthropic,
}

/** The dialect that reads a shape. Dialects read any object: which of its fields are known is theirs to say. */
export function dialectOf(shape: ShapeName): Dialect<Fields> {
  return dialects[shape]() as Dialect<Fields> // `read` takes what it is given apart field by field
}
