import { createAgent } from 'langchain'
import type { HostAdapter } from '../../contracts/host-contract-adapter.ts'
import { type Api, connect, type Seam } from './connect.ts'

const surfaces: Readonly<Record<Seam, HostAdapter['surfaces']>> = {
  middleware: {
    generate: '`invoke()` rejects with a `MiddlewareError`, ours is its `cause`',
    stream: '`stream()` or its iterator: the same',
  },
  model: {
    generate:
      '`invoke()` rejects with our own instance, in a `MiddlewareError` where a middleware stands around it',
    stream: '`stream()` or its iterator: the same',
  },
}

function langchainAdapter(seam: Seam, api: Api): HostAdapter {
  const title = seam === 'middleware' ? 'createAgent' : 'bounded chat model'
  return {
    title: `langchain 1, ${title}, openai.${api}`,
    entry: 'plimsoll/langchain',
    surfaces: surfaces[seam],
    gaps: {},
    absent: api === 'chat' ? { reasoning: 'the provider package sends none to Chat Completions' } : {},
    connect: (setup) => connect((parts) => createAgent(parts), api, seam, setup),
  }
}

export const langchainAdapters: readonly HostAdapter[] = [
  langchainAdapter('middleware', 'chat'),
  langchainAdapter('middleware', 'responses'),
  langchainAdapter('model', 'chat'),
  langchainAdapter('model', 'responses'),
]
