import type { Options } from 'tsup'

const options: Options = {
  // One line per public entry; `test/architecture/export-map.test.ts` holds it next to `exports` in package.json.
  entry: {
    index: 'src/index.ts',
    'machines/index': 'machines/index.ts',
    'reducers/index': 'src/reducers/index.ts',
    'tokens/index': 'src/tokens/index.ts',
    'dialects/openai-chat/index': 'src/dialects/openai-chat/index.ts',
    'dialects/ai-sdk/index': 'src/dialects/ai-sdk/index.ts',
    'dialects/anthropic/index': 'src/dialects/anthropic/index.ts',
    'dialects/openai-responses/index': 'src/dialects/openai-responses/index.ts',
    'observability/index': 'src/observability/index.ts',
    'otel/index': 'src/otel/index.ts',
    'inspect/index': 'src/inspect/index.ts',
    'report/index': 'src/report/index.ts',
    'hosts/ai-sdk/index': 'src/hosts/ai-sdk/index.ts',
    'hosts/anthropic/index': 'src/hosts/anthropic/index.ts',
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
