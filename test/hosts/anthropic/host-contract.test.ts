import { describeHost } from '../../contracts/host-contract.ts'
import { anthropicAdapters } from './host-adapters.ts'

for (const adapter of anthropicAdapters) describeHost(adapter)
