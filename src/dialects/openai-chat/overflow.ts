import type { OverflowShape } from '../overflow-shape.ts'

/** How the servers that speak Chat Completions say that a request is too large. */
export const overflow: readonly OverflowShape[] = [
  {
    provider: 'openai',
    status: 400,
    code: 'context_length_exceeded',
    message:
      /^This model's maximum context length is (?<limit>\d+) tokens\. However, (?:your messages resulted in|you requested) (?<used>\d+) tokens\b/,
    source: 'https://github.com/crewAIInc/crewAI-examples/issues/121',
  },
  {
    provider: 'openai',
    status: 400,
    code: 'context_length_exceeded',
    message:
      /^Input tokens exceed the configured limit of (?<limit>\d+) tokens\. Your messages resulted in (?<used>\d+) tokens\b/,
    source: 'https://github.com/archi-physics/archi/issues/497',
  },
  {
    provider: 'openai',
    status: 400,
    code: 'context_length_exceeded',
    source: 'https://github.com/mckaywrigley/chatbot-ui/issues/102',
  },
  {
    provider: 'mistral',
    status: 400,
    message:
      /^Prompt contains (?<used>\d+) tokens\b.*, too large for model with (?<limit>\d+) maximum context length/,
    source: 'https://github.com/jupyterlite/ai/issues/291',
  },
  {
    provider: 'deepseek',
    status: 400,
    code: 'invalid_request_error',
    message:
      /^This model's maximum context length is (?<limit>\d+) tokens\. However, you requested (?<used>\d+) tokens\b/,
    source: 'https://github.com/evalstate/fast-agent/issues/621',
  },
  {
    provider: 'openrouter',
    status: 400,
    message:
      /^This endpoint's maximum context length is (?<limit>\d+) tokens\. However, you requested about (?<used>\d+) tokens\b/,
    source: 'https://github.com/refly-ai/refly/issues/1177',
  },
  {
    provider: 'vllm',
    status: 400,
    message:
      /^This model's maximum context length is (?<limit>\d+) tokens\. However, you requested (?<used>\d+) tokens\b/,
    source: 'https://github.com/vllm-project/vllm/issues/20409',
  },
  {
    provider: 'vllm',
    status: 400,
    message:
      /^This model's maximum context length is (?<limit>\d+) tokens\. However, your request has (?<used>\d+) input tokens\b/,
    source: 'https://github.com/vllm-project/vllm/pull/33425',
  },
  {
    provider: 'vllm',
    status: 400,
    message:
      /^This model's maximum context length is (?<limit>\d+) tokens\. However, you requested \d+ output tokens and your prompt contains at least (?<used>\d+) input tokens\b/,
    source: 'https://github.com/earendil-works/pi/pull/5929',
  },
]
