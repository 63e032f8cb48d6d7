type Fields = Readonly<Record<string, unknown>>

/**
 * The text by which a model reads a tool's output, in the form that the AI SDK sends; undefined where it reads more than
 * text, or an error.
 *
 * @param modelOutput what the tool's own `toModelOutput` makes of it; undefined where it has none
 */
export function modelText(modelOutput: unknown, output: unknown): string | undefined {
  if (modelOutput === undefined) return typeof output === 'string' ? output : encode(output)
  if (!isFields(modelOutput)) return undefined
  const { type, value } = modelOutput
  if (type === 'text') return typeof value === 'string' ? value : undefined
  if (type === 'json') return encode(value)
  return type === 'content' && Array.isArray(value) ? joinTexts(value) : undefined
}

function joinTexts(parts: readonly unknown[]): string | undefined {
  const texts = parts.map((part) => (isFields(part) && part['type'] === 'text' ? part['text'] : undefined))
  return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined
}

function encode(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // The SDK fails at it as well, and says so where its user looks.
    return undefined
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
