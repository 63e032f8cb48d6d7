import { describeHost } from '../../contracts/host-contract.ts'
import { openaiAdapters } from './host-adapters.ts'

for (const adapter of openaiAdapters) describeHost(adapter)
