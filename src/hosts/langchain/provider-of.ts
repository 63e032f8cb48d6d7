import type { Fields } from '../../dialects/fields.ts'
import type { LangChainProvider } from '../../dialects/langchain/index.ts'

const providers: readonly (readonly [RegExp, LangChainProvider])[] = [
  [/bedrock/i, 'bedrock'],
  [/anthropic/i, 'anthropic'],
  [/mistral/i, 'mistral'],
  [/deepseek/i, 'deepseek'],
  [/google|gemini|vertex/i, 'gemini'],
  [/openai/i, 'openai'],
]

/** The provider behind a model, from what the model says of itself; `compatible` when it says nothing that is known. */
export function providerOf(model: Fields | undefined, callOptions: Fields): LangChainProvider {
  const names = [ask(model, '_llmType'), ask(model, 'getName')].join(' ')
  const provider = providers.find(([pattern]) => pattern.test(names))?.[1] ?? 'compatible'
  const usesResponses = provider === 'openai' && ask(model, '_useResponsesApi', callOptions) === true
  return usesResponses ? 'openaiResponses' : provider
}

function ask(model: Fields | undefined, method: string, ...values: unknown[]): unknown {
  const own = model?.[method]
  return typeof own === 'function' ? Reflect.apply(own, model, values) : undefined
}
