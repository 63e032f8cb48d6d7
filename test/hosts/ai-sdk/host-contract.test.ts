import { describeHost } from '../../contracts/host-contract.ts'
import { aiSdkAdapters } from './host-adapters.ts'

for (const adapter of aiSdkAdapters) describeHost(adapter)
