import { createMiddleware } from '@context-chef/ai-sdk-middleware'
import { toModelMessages } from './model-messages.mjs'

/** context-chef: summarises above a share of the window; the summary is answered at once. */
export const subject = {
  name: 'context-chef',
  prepare: toModelMessages,
  open: (limitBytes) => {
    const middleware = createMiddleware({
      contextWindow: Math.floor(limitBytes / 4),
      compress: { model: summaryModel },
    })
    return {
      call: (prompt) =>
        middleware.transformParams({ type: 'generate', params: { prompt }, model: summaryModel }),
    }
  },
}

const summaryModel = {
  specificationVersion: 'v4',
  provider: 'bench',
  modelId: 'summary',
  supportedUrls: {},
  doGenerate: async () => ({
    content: [{ type: 'text', text: 'A summary of what was said.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  }),
}
