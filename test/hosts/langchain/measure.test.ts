import { AIMessage, SystemMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { describe, expect, test } from 'vitest'
import { measureCall } from '../../../src/hosts/langchain/measure-call.ts'
import { measureOptions } from '../../../src/hosts/langchain/measure-options.ts'
import { providerOf } from '../../../src/hosts/langchain/provider-of.ts'
import { usageOf } from '../../../src/hosts/langchain/usage-of.ts'
import { lookTool } from './connect.ts'
import { ScriptedModel } from './scripted-model.ts'

const model = new ChatOpenAI({ model: 'gpt-5', apiKey: 'none' }) as never // its fields are looked at one by one

describe('what stands beside the messages', () => {
  test('of a bare call is nothing', () => {
    expect(measureCall(model, { model, messages: [] })).toEqual([])
    expect(measureCall(undefined, { model, messages: [], systemMessage: new SystemMessage('') })).toEqual([])
    expect(measureOptions({})).toEqual([])
  })

  test('are tools in the form in which the package sends them', () => {
    const [name, description, schema, ...more] = measureCall(model, {
      model,
      messages: [],
      tools: [lookTool(() => 'seen')],
    })
    expect([name, description, more]).toEqual(['look', expect.stringContaining('window'), []])
    expect(JSON.parse(schema ?? '')).toMatchObject({ type: 'object', properties: { direction: {} } })
  })

  test('are tools of a model that shows no form of them', () => {
    const scripted = new ScriptedModel({ answers: [] }) as never // as above
    const texts = measureCall(scripted, { model: scripted, messages: [], tools: [lookTool(() => 'seen')] })
    expect(texts.slice(0, 2)).toEqual(['look', expect.stringContaining('window')])
    expect(texts[2]?.length).toBeGreaterThan(10)
  })

  test("is a provider's own tool as a whole", () => {
    expect(measureOptions({ tools: [{ type: 'web_search', depth: 2 }] })).toEqual([
      '{"type":"web_search","depth":2}',
    ])
  })

  test("is a tool in another provider's form", () => {
    const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object' }, strict: true }
    expect(measureOptions({ tools: [tool] })).toEqual(['look', 'Looks.', '{"type":"object"}'])
  })

  test('is one of the forms of a format', () => {
    const format = { type: 'json_schema', schema: { type: 'object' } }
    const text = JSON.stringify(format)
    expect(measureOptions({ response_format: format, outputConfig: { format }, responseSchema: {} })).toEqual(
      [text],
    )
    expect(measureOptions({ text: { format }, response_format: {} })).toEqual([text])
    expect(measureOptions({ text: { verbosity: 'low' }, response_format: format })).toEqual([text])
  })

  test('are instructions, but no settings', () => {
    const options = { instructions: 'Be brief.', temperature: 1, stop: ['x'], tool_choice: 'auto' }
    expect(measureOptions(options)).toEqual(['Be brief.'])
  })

  test('is a system message of blocks, a picture in it at its full length', () => {
    const text = { type: 'text' as const, text: 'Look.' }
    const image = { type: 'image', data: 'A'.repeat(400), mimeType: 'image/png' }
    const systemMessage = new SystemMessage({ content: [text, image] as never }) // the type allows no pictures
    const [all] = measureCall(model, { model, messages: [], systemMessage })
    expect(all?.length).toBeGreaterThan(400)
  })
})

describe('the provider', () => {
  test.each([
    ['openai', 'ChatOpenAI', 'openai'],
    ['azure_openai', 'AzureChatOpenAI', 'openai'],
    ['anthropic', 'ChatAnthropic', 'anthropic'],
    ['mistralai', 'ChatMistralAI', 'mistral'],
    ['deepseek', 'ChatDeepSeek', 'deepseek'],
    ['googlegenerativeai', 'ChatGoogleGenerativeAI', 'gemini'],
    ['chat_integration', 'ChatVertexAI', 'gemini'],
    ['chat_bedrock_converse', 'ChatBedrockConverse', 'bedrock'],
    ['groq', 'ChatGroq', 'compatible'],
  ])('of %s (%s) has the rules of %s', (type, name, provider) => {
    expect(providerOf({ _llmType: () => type, getName: () => name }, {})).toBe(provider)
  })

  test('of a real model is told by the model, and by the API that it will use', () => {
    expect(providerOf(model, {})).toBe('openai')
    const responses = new ChatOpenAI({ apiKey: 'none', useResponsesApi: true }) as never // as above
    expect(providerOf(responses, {})).toBe('openaiResponses')
    expect(providerOf(undefined, {})).toBe('compatible')
  })
})

describe('the usage', () => {
  const usage_metadata = { input_tokens: 5, output_tokens: 1, total_tokens: 6 }
  const message = Object.assign(new AIMessage('Done.'), { usage_metadata })

  test.each([
    ['a message', message],
    ['a chunk', { message }],
    ['a result', { generations: [{ message }] }],
    ['an answer with a structure', { structuredResponse: {}, messages: [message] }],
    ['an event', { event: 'message-finish', usage: usage_metadata }],
  ])('is found in %s', (_, answer) => {
    expect(usageOf(answer)).toEqual({ inputTokens: 5 })
  })

  test.each([undefined, 'text', {}, new AIMessage('Done.'), { usage: { input_tokens: 'many' } }])(
    'is none where none is told (%#)',
    (answer) => {
      expect(usageOf(answer)).toBeUndefined()
    },
  )
})
