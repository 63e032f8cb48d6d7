import { Agent, type AgentConfig, type ToolsInput } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import type { ErrorProcessor, InputProcessor } from '@mastra/core/processors'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import type { LanguageModelV4 } from '../ai-sdk/sdks.ts'

interface Parts {
  readonly inputProcessors?: readonly InputProcessor[]
  readonly errorProcessors?: readonly ErrorProcessor[]
  readonly tools?: ToolsInput
  readonly model: AgentConfig['model'] | LanguageModelV4
}

/** An agent of Mastra with these parts, which logs nothing. */
export function agentOf({ model, tools = {}, inputProcessors = [], errorProcessors = [] }: Parts): Agent {
  const agent = new Agent({
    id: 'watch',
    name: 'Watch',
    instructions: '',
    // Of the same specification; the types that Mastra bundles are of another release.
    model: model as MastraModelConfig,
    tools,
    inputProcessors: [...inputProcessors],
    errorProcessors: [...errorProcessors],
  })
  // Of a Mastra without a logger: by itself an agent logs to the console.
  return new Mastra({ agents: { watch: agent }, logger: false }).getAgent('watch')
}

/** The tool of the host contract. */
export function lookTool(execute: () => string) {
  return createTool({
    id: 'look',
    description: 'Looks out of the window and tells at length what is there.',
    inputSchema: z.object({ direction: z.string().optional() }),
    execute: async () => execute(),
  })
}

/** Messages in which the user and the assistant speak in turns. */
export function turns(...texts: readonly string[]) {
  return texts.map((content, at) =>
    at % 2 === 0 ? { role: 'user' as const, content } : { role: 'assistant' as const, content },
  )
}
