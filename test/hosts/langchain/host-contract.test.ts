import { describeHost } from '../../contracts/host-contract.ts'
import { langchainAdapters } from './host-adapters.ts'

for (const adapter of langchainAdapters) describeHost(adapter)
