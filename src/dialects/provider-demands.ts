import type { SequenceDemand } from '../context/sequence-rules.ts'

/** A demand, and the public report that shows it. */
export type SourcedDemand = readonly [demand: SequenceDemand, source: string]

/**
 * What each provider's API refuses of messages that it is sent as they are. A dialect leaves out what the packages between
 * it and the API see to.
 */
export const providerDemands = Object.freeze({
  // What at least one strict server refuses and none demands the opposite of.
  compatible: [
    ['callsAnswered', 'https://github.com/QwenLM/qwen-code/issues/606'],
    ['resultsHaveCall', 'https://github.com/FoundationAgents/OpenManus/issues/23'],
    ['oneResultPerCall', 'https://github.com/anomalyco/opencode/issues/1211'],
    ['callIdsUnique', 'https://github.com/openclaw/openclaw/pull/47136'],
    ['resultsFollowCalls', 'https://github.com/can1357/oh-my-pi/issues/2055'],
    ['opensWithUser', 'https://github.com/microsoft/autogen/issues/3597'],
    ['noReasoningAlone', 'https://github.com/OnesoftQwQ/opencode-go-copilot/issues/24'],
    ['noEmptyAssistant', 'https://github.com/carlrobertoh/ProxyAI/issues/834'],
    ['argumentsAreJson', 'https://github.com/local-inference-lab/vllm/issues/684'],
  ],
  // What is missing is accepted: assistant messages of an empty text, arguments that are not JSON, ids that recur from turn
  // to turn, and the results of one response in any order.
  openaiChat: [
    ['callsAnswered', 'https://github.com/BerriAI/litellm/issues/10083'],
    ['resultsHaveCall', 'https://github.com/smarter-sh/smarter/issues/264'],
    ['oneResultPerCall', 'https://github.com/agno-agi/agno/issues/5116'],
    // Two calls of one id need two results of one id, which the rule above refuses.
    ['callIdsUnique', 'https://github.com/agno-agi/agno/issues/5116'],
    ['resultsFollowCalls', 'https://github.com/BerriAI/litellm/issues/10083'],
    ['noAssistantWithoutContent', 'https://github.com/langchain-ai/langchainjs/issues/4153'],
  ],
  // An output may stand anywhere behind its call.
  openaiResponses: [
    ['callsAnswered', 'https://github.com/bytedance/trae-agent/issues/245'],
    ['resultsHaveCall', 'https://github.com/microsoft/vscode/issues/320060'],
    ['oneResultPerCall', 'https://github.com/NousResearch/hermes-agent/pull/111443'],
    ['callIdsUnique', 'https://github.com/vercel/ai/issues/13307'],
    ['callIdsUniqueInList', 'https://github.com/NousResearch/hermes-agent/issues/102629'],
    ['noReasoningAlone', 'https://github.com/openai/openai-agents-js/issues/326'],
    ['namedAfterReasoning', 'https://github.com/mastra-ai/mastra/issues/11103'],
  ],
  anthropic: [
    ['callsAnswered', 'https://github.com/anthropics/claude-code/issues/8210'],
    ['resultsHaveCall', 'https://github.com/anthropics/claude-code/issues/18947'],
    ['oneResultPerCall', 'https://github.com/JohnnyZ93/oai-compatible-copilot/issues/270'],
    ['callIdsUnique', 'https://github.com/BerriAI/litellm/issues/23510'],
    ['callIdsUniqueInList', 'https://github.com/NachoSEO/claudegram/issues/12'],
    ['resultsFollowCalls', 'https://github.com/anthropics/claude-code/issues/8210'],
    ['opensWithUser', 'https://github.com/lobehub/lobehub/issues/1601'],
    ['noReasoningAlone', 'https://github.com/cortexkit/anthropic-auth/pull/49'],
    ['noEmptyAssistant', 'https://github.com/anthropics/claude-code/issues/3196'],
  ],
  mistral: [
    ['callsAnswered', 'https://github.com/mistralai/client-ts/issues/106'],
    ['resultsHaveCall', 'https://github.com/pydantic/pydantic-ai/issues/3733'],
    ['oneResultPerCall', 'https://github.com/mistralai/client-ts/issues/106'],
    ['callIdsUnique', 'https://github.com/langchain-ai/langchain/pull/33648'],
    ['resultsFollowCalls', 'https://github.com/charmbracelet/crush/issues/279'],
    ['opensWithUser', 'https://github.com/vllm-project/vllm/issues/6862'],
    ['noUserAfterToolResult', 'https://github.com/zed-industries/zed/issues/37021'],
    ['noAssistantLast', 'https://github.com/0xPlaygrounds/rig/issues/708'],
    // Reasoning beside the content is no content.
    ['noReasoningAlone', 'https://github.com/OpenHands/OpenHands/issues/8685'],
    ['noEmptyAssistant', 'https://github.com/OpenHands/OpenHands/issues/8685'],
  ],
  deepseek: [
    ['callsAnswered', 'https://github.com/langgenius/dify/issues/32222'],
    ['resultsHaveCall', 'https://github.com/FoundationAgents/OpenManus/issues/23'],
    ['oneResultPerCall', 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630'],
    ['callIdsUnique', 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630'],
    // Told apart from OpenAI by this: an id that recurs in a later turn is refused as well.
    ['callIdsUniqueInList', 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630'],
    ['resultsFollowCalls', 'https://github.com/langgenius/dify/issues/32222'],
    ['opensWithUser', 'https://github.com/ChatGPTNextWeb/NextChat/issues/6343'],
    ['noReasoningAlone', 'https://github.com/OnesoftQwQ/opencode-go-copilot/issues/24'],
    ['noEmptyAssistant', 'https://github.com/carlrobertoh/ProxyAI/issues/830'],
  ],
  gemini: [
    ['callsAnswered', 'https://github.com/google-gemini/gemini-cli/issues/3814'],
    ['resultsHaveCall', 'https://github.com/langchain-ai/langchain/issues/27799'],
    ['oneResultPerCall', 'https://github.com/google-gemini/gemini-cli/issues/3814'],
    ['callsFollowUserOrResults', 'https://github.com/google-gemini/gemini-cli/issues/26486'],
    ['resultsFollowCalls', 'https://github.com/BerriAI/litellm/issues/26755'],
    // It wants all results of a turn in one content.
    ['resultsInOneMessage', 'https://github.com/langchain-ai/langchainjs/issues/10341'],
    ['opensWithUser', 'https://github.com/google-gemini/gemini-cli/issues/11814'],
    ['noEmptyAssistant', 'https://github.com/vercel/ai/issues/3775'],
  ],
  bedrock: [
    ['callsAnswered', 'https://github.com/agno-agi/agno/issues/6698'],
    ['resultsHaveCall', 'https://github.com/OpenHands/OpenHands/issues/4912'],
    ['oneResultPerCall', 'https://github.com/BerriAI/litellm/issues/20048'],
    ['callIdsUnique', 'https://github.com/BerriAI/litellm/pull/20049'],
    ['resultsFollowCalls', 'https://github.com/genkit-ai/aws-bedrock-js-plugin/issues/664'],
    ['opensWithUser', 'https://github.com/elastic/kibana/pull/246393'],
    ['noEmptyAssistant', 'https://github.com/earendil-works/pi/pull/3443'],
  ],
} as const satisfies Readonly<Record<string, readonly SourcedDemand[]>>)

/** The demands but for some, which the packages between a dialect and the API see to. */
export function without(
  demands: readonly SourcedDemand[],
  ...leftOut: readonly SequenceDemand[]
): readonly SourcedDemand[] {
  return demands.filter(([demand]) => !leftOut.includes(demand))
}
