import { defineConfig } from 'vitest/config'

// Folders whose tests leave nothing behind in a process: a worker loads the library once for all of them, which takes a
// fourth of the time. What measures a heap, watches the console, or loads an SDK has a worker to itself.
const tidyFolders = [
  ...['artifacts', 'assembly', 'cases', 'context', 'contracts', 'corpus', 'dialects', 'embedding', 'errors'],
  ...['fuzz', 'inspect', 'leases', 'machines', 'memory', 'observability', 'profile', 'properties', 'random'],
  ...['reducers', 'report', 'requirements', 'rule-server', 'support', 'testing', 'tokens', 'tools'],
]
const tidy = [
  ...tidyFolders.map((folder) => `test/${folder}/**/*.test.ts`),
  'test/run/!(memory|linear-work|long-agent).test.ts',
]
const neverRun = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  // `plimsoll/...` in tests, examples and docs means the sources, as in tsconfig.json.
  resolve: { tsconfigPaths: true },
  test: {
    coverage: {
      provider: 'v8',
      include: ['machines/**/*.ts', 'src/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: tidy, exclude: neverRun },
      },
      {
        extends: true,
        test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: [...neverRun, ...tidy] },
      },
    ],
  },
})
