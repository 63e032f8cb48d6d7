import { describeHost } from '../../contracts/host-contract.ts'
import { openaiAgentsAdapters } from './host-adapters.ts'

for (const adapter of openaiAgentsAdapters) describeHost(adapter)
