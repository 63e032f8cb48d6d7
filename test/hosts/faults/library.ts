// What the fault cases use of the library, with the seams of the hosts: one module that is built with its points watched.
export { boundModel } from '../../../src/hosts/ai-sdk/bound-model.ts'
export { boundTools } from '../../../src/hosts/ai-sdk/bound-tools.ts'
export { boundAnthropic } from '../../../src/hosts/anthropic/bound-anthropic.ts'
export { boundLlm } from '../../../src/hosts/google-adk/bound-llm.ts'
export { boundChatModel } from '../../../src/hosts/langchain/bound-chat-model.ts'
export { boundMiddleware } from '../../../src/hosts/langchain/bound-middleware.ts'
export { boundProcessor } from '../../../src/hosts/mastra/bound-processor.ts'
export { boundOpenAI } from '../../../src/hosts/openai/bound-openai.ts'
export { boundAgentsModel } from '../../../src/hosts/openai-agents/bound-agents-model.ts'
export { boundModelProvider } from '../../../src/hosts/openai-agents/bound-model-provider.ts'
export { boundContext } from '../../../src/hosts/pi/bound-context.ts'
export { boundStream } from '../../../src/hosts/pi/bound-stream.ts'
export {
  AssemblyTerminatedError,
  admitServerHeld,
  artifactWorkspace,
  callThrough,
  chain,
  createPlimsoll,
  digestText,
  dropOldest,
  formatReference,
  freeScript,
  offloadBody,
  openaiChat,
  ownLeases,
  PlimsollError,
  recommended,
  redisLeases,
  reductionMemory,
  rehydrateTool,
  renewScript,
  requestCapabilities,
  reserveScript,
  restoreScript,
  sendScript,
  settleScript,
  stateScript,
  summarize,
  untilAborted,
} from '../../faults/library.ts'
