import type { LanguageModelV4 } from '@ai-sdk/provider'
import { UsageError } from './read-arguments.ts'

const keyNames: ReadonlyMap<string, string> = new Map([
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['google', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ['mistral', 'MISTRAL_API_KEY'],
  ['xai', 'XAI_API_KEY'],
])

/** The model behind a name such as `openai/gpt-5-mini`, from a provider package that need not be installed. */
export async function chooseModel(name: string): Promise<LanguageModelV4> {
  const slash = name.indexOf('/')
  const provider = name.slice(0, Math.max(slash, 0))
  const keyName = keyNames.get(provider)
  if (!keyName || slash === name.length - 1) {
    throw new UsageError(
      `--model takes PROVIDER/MODEL, the provider one of ${[...keyNames.keys()].join(', ')}.`,
    )
  }
  if (!process.env[keyName]) throw new UsageError(`--model ${name} needs the key in ${keyName}.`)
  const packageName = `@ai-sdk/${provider}`
  const library: Record<string, unknown> = await import(packageName).catch(() => {
    throw new UsageError(`--model ${name} needs a package: npm install --no-save ${packageName}`)
  })
  const create = library[provider]
  if (typeof create !== 'function') throw new UsageError(`${packageName} has no export named ${provider}.`)
  return create(name.slice(slash + 1)) as LanguageModelV4 // what a provider's function returns
}
