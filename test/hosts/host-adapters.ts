import type { HostAdapter } from '../contracts/host-contract-adapter.ts'
import { aiSdkAdapters } from './ai-sdk/host-adapters.ts'
import { anthropicAdapters } from './anthropic/host-adapters.ts'
import { googleAdkAdapters } from './google-adk/host-adapters.ts'
import { langchainAdapters } from './langchain/host-adapters.ts'
import { mastraAdapters } from './mastra/host-adapters.ts'
import { openaiAdapters } from './openai/host-adapters.ts'
import { openaiAgentsAdapters } from './openai-agents/host-adapters.ts'
import { piAdapters } from './pi/host-adapters.ts'

/** Every host that stands on the reference page. */
export const hostAdapters: readonly HostAdapter[] = [
  ...aiSdkAdapters,
  ...openaiAdapters,
  ...anthropicAdapters,
  ...langchainAdapters,
  ...mastraAdapters,
  ...googleAdkAdapters,
  ...openaiAgentsAdapters,
  ...piAdapters,
]
