import { aiSdkScenarios } from './ai-sdk-scenarios.ts'
import { anthropicScenarios } from './anthropic-scenarios.ts'
import { googleAdkScenarios } from './google-adk-scenarios.ts'
import { langchainScenarios } from './langchain-scenarios.ts'
import type { HostScenario } from './library-type.ts'
import { mastraScenarios } from './mastra-scenarios.ts'
import { openaiAgentsScenarios } from './openai-agents-scenarios.ts'
import { openaiScenarios } from './openai-scenarios.ts'
import { piScenarios } from './pi-scenarios.ts'

export const everyHostScenario: readonly HostScenario[] = [
  ...aiSdkScenarios,
  ...openaiScenarios,
  ...anthropicScenarios,
  ...langchainScenarios,
  ...openaiAgentsScenarios,
  ...mastraScenarios,
  ...piScenarios,
  ...googleAdkScenarios,
]
