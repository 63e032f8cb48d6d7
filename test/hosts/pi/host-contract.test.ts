import { describeHost } from '../../contracts/host-contract.ts'
import { piAdapters } from './host-adapters.ts'

for (const adapter of piAdapters) describeHost(adapter)
