import { artifactScenarios } from './scenarios/artifact-scenarios.ts'
import { callScenarios } from './scenarios/call-scenarios.ts'
import { leaseScenarios } from './scenarios/lease-scenarios.ts'
import { redisScenarios } from './scenarios/redis-scenarios.ts'
import { seamScenarios } from './scenarios/seam-scenarios.ts'
import { workspaceScenarios } from './scenarios/workspace-scenarios.ts'

export const everyScenario = [
  ...callScenarios,
  ...artifactScenarios,
  ...workspaceScenarios,
  ...leaseScenarios,
  ...redisScenarios,
  ...seamScenarios,
]
