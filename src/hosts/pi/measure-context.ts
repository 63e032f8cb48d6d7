import { isFields } from '../../dialects/fields.ts'
import type { PiContext } from './pi-stream.ts'

/** What a context holds beside its messages, as texts: the system prompt and the tool definitions. */
export function measureContext({ systemPrompt = '', tools = [] }: PiContext): string[] {
  return [systemPrompt, ...tools.flatMap(textsOfTool)]
}

function textsOfTool(tool: object): string[] {
  const { name, description, parameters } = tool as Readonly<Record<string, unknown>> // looked at one by one
  // Some APIs get a list of required properties also where the schema has none.
  const schema = isFields(parameters) ? { required: [], ...parameters } : parameters
  const texts = [name, description, JSON.stringify(schema)]
  return texts.filter((text): text is string => typeof text === 'string')
}
