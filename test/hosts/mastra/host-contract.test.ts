import { describeHost } from '../../contracts/host-contract.ts'
import { mastraAdapters } from './host-adapters.ts'

for (const adapter of mastraAdapters) describeHost(adapter)
