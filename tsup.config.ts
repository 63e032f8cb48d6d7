import type { Options } from 'tsup'

const options: Options = {
  // One line per public entry; `test/architecture/export-map.test.ts` holds it next to `exports` in package.json.
  entry: {
    index: 'src/index.ts',
    'machines/index': 'src/embedding/index.ts',
    'reducers/index': 'src/reducers/index.ts',
    'tokens/index': 'src/tokens/index.ts',
    'dialects/openai-chat/index': 'src/dialects/openai-chat/index.ts',
    'dialects/ai-sdk/index': 'src/dialects/ai-sdk/index.ts',
    'dialects/anthropic/index': 'src/dialects/anthropic/index.ts',
    'dialects/openai-agents/index': 'src/dialects/openai-agents/index.ts',
    'dialects/langchain/index': 'src/dialects/langchain/index.ts',
    'dialects/openai-responses/index': 'src/dialects/openai-responses/index.ts',
    'dialects/pi/index': 'src/dialects/pi/index.ts',
    'dialects/gemini/index': 'src/dialects/gemini/index.ts',
    'artifacts/index': 'src/artifacts/index.ts',
    'tools/index': 'src/tools/index.ts',
    'redis/index': 'src/redis/index.ts',
    'observability/index': 'src/observability/index.ts',
    'otel/index': 'src/otel/index.ts',
    'inspect/index': 'src/inspect/index.ts',
    'report/index': 'src/report/index.ts',
    'testing/index': 'src/testing/index.ts',
    'hosts/ai-sdk/index': 'src/hosts/ai-sdk/index.ts',
    'hosts/anthropic/index': 'src/hosts/anthropic/index.ts',
    'hosts/pi/index': 'src/hosts/pi/index.ts',
    'hosts/google-adk/index': 'src/hosts/google-adk/index.ts',
    'hosts/mastra/index': 'src/hosts/mastra/index.ts',
    'hosts/openai-agents/index': 'src/hosts/openai-agents/index.ts',
    'hosts/langchain/index': 'src/hosts/langchain/index.ts',
    'hosts/openai/index': 'src/hosts/openai/index.ts',
    // The command: in `bin` of package.json instead of `exports`.
    'cli/bin': 'src/cli/bin.ts',
  },
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'node',
  dts: true,
  // Shared chunks in both formats: the entries then share one copy of each class and of each weak map.
  splitting: true,
  sourcemap: true,
  clean: true,
  treeshake: false,
  removeNodeProtocol: false,
}

export default options
