// What the fault cases use of the library, as one module that can be built with its waiting points watched.
export { artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'
export { offloadBody } from '../../src/artifacts/offload-body.ts'
export { untilAborted } from '../../src/artifacts/until-aborted.ts'
export { digestText, formatReference } from '../../src/context/artifact-reference.ts'
export { openaiChat } from '../../src/dialects/openai-chat/index.ts'
export { AssemblyTerminatedError } from '../../src/errors/assembly-terminated-error.ts'
export { PlimsollError } from '../../src/errors/plimsoll-error.ts'
export { reductionMemory } from '../../src/memory/reduction-memory.ts'
export { requestCapabilities } from '../../src/profile/capability-profile.ts'
export { recommended } from '../../src/profile/recommended.ts'
export {
  freeScript,
  renewScript,
  reserveScript,
  restoreScript,
  sendScript,
  settleScript,
  stateScript,
} from '../../src/redis/lease-scripts.ts'
export { redisLeases } from '../../src/redis/redis-leases.ts'
export { chain } from '../../src/reducers/chain.ts'
export { dropOldest } from '../../src/reducers/drop-oldest.ts'
export { summarize } from '../../src/reducers/summarize.ts'
export { admitServerHeld } from '../../src/run/admit-server-held.ts'
export { callThrough } from '../../src/run/call-through.ts'
export { createPlimsoll } from '../../src/run/create-plimsoll.ts'
export { rehydrateTool } from '../../src/tools/rehydrate-tool.ts'
export { ownLeases } from '../leases/own-leases.ts'
