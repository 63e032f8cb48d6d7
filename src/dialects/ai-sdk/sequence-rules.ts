import type { SequenceRules } from '../../context/sequence-rules.ts'
import { defineRules } from '../define-rules.ts'

/**
 * The rules behind a model's `provider`, such as `openai.responses` or `anthropic.messages`; those of `compatible` for a
 * provider that is not known.
 *
 * They speak of the prompt, not of the request that the provider package makes of it. The packages merge what stands
 * side by side (Anthropic's makes one user turn of tool and user messages), encode every input, and mark an assistant's
 * message at the end as the start of an answer (Mistral's), so nothing here asks for alternating roles, for arguments that
 * are JSON or for who speaks last.
 */
export function rulesForProvider(provider: string): SequenceRules {
  const [first = '', second = ''] = provider.toLowerCase().split('.')
  // `vertex.anthropic.messages` and `bedrock.anthropic.messages` are Anthropic's API at another address.
  if (first === 'anthropic' || second === 'anthropic') return anthropic
  if (first === 'openai' || first.startsWith('azure'))
    return second === 'responses' ? openaiResponses : openaiChat
  if (first === 'google') return google
  return byName.get(first) ?? compatible
}

const compatible = defineRules('compatible', [
  ['callsAnswered', 'https://github.com/QwenLM/qwen-code/issues/606'],
  ['resultsHaveCall', 'https://github.com/FoundationAgents/OpenManus/issues/23'],
  ['oneResultPerCall', 'https://github.com/anomalyco/opencode/issues/1211'],
  ['callIdsUnique', 'https://github.com/openclaw/openclaw/pull/47136'],
  ['resultsFollowCalls', 'https://github.com/can1357/oh-my-pi/issues/2055'],
  ['opensWithUser', 'https://github.com/microsoft/autogen/issues/3597'],
  ['noReasoningAlone', 'https://github.com/OnesoftQwQ/opencode-go-copilot/issues/24'],
  ['noEmptyAssistant', 'https://github.com/carlrobertoh/ProxyAI/issues/834'],
])

const openaiChat = defineRules('openai.chat', [
  ['callsAnswered', 'https://github.com/BerriAI/litellm/issues/10083'],
  ['resultsHaveCall', 'https://github.com/smarter-sh/smarter/issues/264'],
  ['oneResultPerCall', 'https://github.com/agno-agi/agno/issues/5116'],
  ['callIdsUnique', 'https://github.com/agno-agi/agno/issues/5116'],
  ['resultsFollowCalls', 'https://github.com/BerriAI/litellm/issues/10083'],
])

// An output may stand anywhere behind its call.
const openaiResponses = defineRules('openai.responses', [
  ['callsAnswered', 'https://github.com/bytedance/trae-agent/issues/245'],
  ['resultsHaveCall', 'https://github.com/microsoft/vscode/issues/320060'],
  ['oneResultPerCall', 'https://github.com/NousResearch/hermes-agent/pull/111443'],
  ['callIdsUnique', 'https://github.com/vercel/ai/issues/13307'],
  ['callIdsUniqueInList', 'https://github.com/NousResearch/hermes-agent/issues/102629'],
  ['noReasoningAlone', 'https://github.com/vercel/ai/issues/7099'],
])

const anthropic = defineRules('anthropic', [
  ['callsAnswered', 'https://github.com/anthropics/claude-code/issues/8210'],
  ['resultsHaveCall', 'https://github.com/anthropics/claude-code/issues/18947'],
  ['oneResultPerCall', 'https://github.com/JohnnyZ93/oai-compatible-copilot/issues/270'],
  ['callIdsUnique', 'https://github.com/anomalyco/opencode/issues/1150'],
  ['callIdsUniqueInList', 'https://github.com/NachoSEO/claudegram/issues/12'],
  ['resultsFollowCalls', 'https://github.com/anthropics/claude-code/issues/8210'],
  ['opensWithUser', 'https://github.com/lobehub/lobehub/issues/1601'],
  ['noReasoningAlone', 'https://github.com/cortexkit/anthropic-auth/pull/49'],
  ['noEmptyAssistant', 'https://github.com/anthropics/claude-code/issues/3196'],
])

const google = defineRules('google', [
  ['callsAnswered', 'https://github.com/google-gemini/gemini-cli/issues/3814'],
  ['resultsHaveCall', 'https://github.com/langchain-ai/langchain/issues/27799'],
  ['oneResultPerCall', 'https://github.com/google-gemini/gemini-cli/issues/3814'],
  ['callsFollowUserOrResults', 'https://github.com/google-gemini/gemini-cli/issues/26486'],
  ['resultsFollowCalls', 'https://github.com/BerriAI/litellm/issues/26755'],
  // The package makes a turn of each message, and the API wants all results of a turn in one.
  ['resultsInOneMessage', 'https://github.com/langchain-ai/langchainjs/issues/10341'],
  ['opensWithUser', 'https://github.com/google-gemini/gemini-cli/issues/11814'],
  ['noEmptyAssistant', 'https://github.com/vercel/ai/issues/3775'],
])

const mistral = defineRules('mistral', [
  ['callsAnswered', 'https://github.com/mistralai/client-ts/issues/106'],
  ['resultsHaveCall', 'https://github.com/pydantic/pydantic-ai/issues/3733'],
  ['oneResultPerCall', 'https://github.com/mistralai/client-ts/issues/106'],
  ['callIdsUnique', 'https://github.com/langchain-ai/langchain/pull/33648'],
  ['resultsFollowCalls', 'https://github.com/charmbracelet/crush/issues/279'],
  ['opensWithUser', 'https://github.com/vllm-project/vllm/issues/6862'],
  ['noUserAfterToolResult', 'https://github.com/zed-industries/zed/issues/37021'],
  ['noEmptyAssistant', 'https://github.com/OpenHands/OpenHands/issues/8685'],
])

const bedrock = defineRules('amazon-bedrock', [
  ['callsAnswered', 'https://github.com/agno-agi/agno/issues/6698'],
  ['resultsHaveCall', 'https://github.com/OpenHands/OpenHands/issues/4912'],
  ['oneResultPerCall', 'https://github.com/BerriAI/litellm/issues/20048'],
  ['callIdsUnique', 'https://github.com/BerriAI/litellm/pull/20049'],
  ['resultsFollowCalls', 'https://github.com/genkit-ai/aws-bedrock-js-plugin/issues/664'],
  ['opensWithUser', 'https://github.com/elastic/kibana/pull/246393'],
  ['noEmptyAssistant', 'https://github.com/earendil-works/pi/pull/3443'],
])

const deepseek = defineRules('deepseek', [
  ['callsAnswered', 'https://github.com/langgenius/dify/issues/32222'],
  ['resultsHaveCall', 'https://github.com/FoundationAgents/OpenManus/issues/23'],
  ['oneResultPerCall', 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630'],
  ['callIdsUnique', 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630'],
  ['callIdsUniqueInList', 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630'],
  ['resultsFollowCalls', 'https://github.com/langgenius/dify/issues/32222'],
  ['opensWithUser', 'https://github.com/ChatGPTNextWeb/NextChat/issues/6343'],
  ['noReasoningAlone', 'https://github.com/OnesoftQwQ/opencode-go-copilot/issues/24'],
  ['noEmptyAssistant', 'https://github.com/carlrobertoh/ProxyAI/issues/830'],
])

const byName: ReadonlyMap<string, SequenceRules> = new Map([
  ['mistral', mistral],
  ['amazon-bedrock', bedrock],
  ['bedrock', bedrock],
  ['deepseek', deepseek],
])
