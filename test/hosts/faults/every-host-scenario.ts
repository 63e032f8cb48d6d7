import { aiSdkScenarios } from './ai-sdk-scenarios.ts'
import { anthropicScenarios } from './anthropic-scenarios.ts'
import type { HostScenario } from './library-type.ts'
import { openaiScenarios } from './openai-scenarios.ts'

export const everyHostScenario: readonly HostScenario[] = [
  ...aiSdkScenarios,
  ...openaiScenarios,
  ...anthropicScenarios,
]
