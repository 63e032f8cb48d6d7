import { isFields } from '../../dialects/fields.ts'
import type { AdkLlm, LlmRequest } from './adk-llm.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What a request carries beside its contents, as texts: the system instruction, tool definitions, schemas of the response,
 * and the text that the LLM adds behind a list which doesn't end with the user. Settings are left out.
 */
export function measureRequest(llm: AdkLlm, { contents, config = {} }: LlmRequest): string[] {
  const texts: string[] = []
  const { systemInstruction, tools, responseSchema, responseJsonSchema, toolConfig } = config
  addValue(texts, systemInstruction)
  for (const tool of listOf(tools)) addTool(texts, tool)
  addValue(texts, responseSchema)
  addValue(texts, responseJsonSchema)
  if (isFields(toolConfig)) addValue(texts, toolConfig['functionCallingConfig'])
  const probe = { contents: contents.slice(-1) }
  llm.maybeAppendUserContent(probe as never) // the method looks at the contents alone
  for (const added of probe.contents.slice(contents.slice(-1).length)) addValue(texts, added.parts)
  return texts
}

function addTool(texts: string[], tool: Fields): void {
  const { functionDeclarations, ...others } = tool
  for (const declaration of listOf(functionDeclarations)) {
    for (const [key, value] of Object.entries(declaration)) if (key !== 'behavior') addValue(texts, value)
  }
  // A provider's own tool: the provider adds its definition, which can't be seen from here.
  if (Object.values(others).some((value) => value !== undefined)) addValue(texts, others)
}

function addValue(texts: string[], value: unknown): void {
  if (value === null || value === undefined) return
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text !== undefined) texts.push(text)
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}
