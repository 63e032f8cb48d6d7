import { describeHost } from '../../contracts/host-contract.ts'
import { googleAdkAdapters } from './host-adapters.ts'

for (const adapter of googleAdkAdapters) describeHost(adapter)
