// What an entry costs in a bundle, dependencies included, minified and compressed.
const budgets = {
  index: '60 kB',
  'machines/index': '25 kB',
  'reducers/index': '10 kB',
  'tokens/index': '10 kB',
  'dialects/openai-chat/index': '10 kB',
  'dialects/ai-sdk/index': '10 kB',
  'dialects/anthropic/index': '10 kB',
  'dialects/openai-responses/index': '10 kB',
  'observability/index': '60 kB',
  'otel/index': '10 kB',
  'inspect/index': '60 kB',
  'report/index': '60 kB',
  'hosts/ai-sdk/index': '60 kB',
  'hosts/anthropic/index': '10 kB',
  'hosts/openai/index': '15 kB',
}

export default Object.entries(budgets).map(([entry, limit]) => ({
  name: entry,
  path: `dist/${entry}.js`,
  limit,
  ignore: ['node:*'],
  // esbuild warns of each bare import of a shared chunk, which `sideEffects: false` rightly lets it drop.
  modifyEsbuildConfig: (config) => ({ ...config, logLevel: 'error' }),
}))
