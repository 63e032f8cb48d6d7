import type { HostAdapter } from '../contracts/host-contract-adapter.ts'
import { aiSdkAdapters } from './ai-sdk/host-adapters.ts'
import { anthropicAdapters } from './anthropic/host-adapters.ts'
import { openaiAdapters } from './openai/host-adapters.ts'

/** Every host that stands on the reference page. */
export const hostAdapters: readonly HostAdapter[] = [
  ...aiSdkAdapters,
  ...openaiAdapters,
  ...anthropicAdapters,
]
