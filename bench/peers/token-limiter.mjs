import { TokenLimiterProcessor } from '@mastra/core/processors'
import { toModelMessages } from './model-messages.mjs'

/** Mastra: keeps what fits an estimate of tokens; about four bytes make one. */
export const subject = {
  name: 'TokenLimiterProcessor',
  prepare: toModelMessages,
  open: (limitBytes) => {
    const processor = new TokenLimiterProcessor({ limit: Math.floor(limitBytes / 4) })
    return { call: (prompt) => processor.processLLMRequest({ prompt: [...prompt] }) }
  },
}
