import { defineConfig } from 'vitest/config'

export default defineConfig({
  // `plimsoll/...` in tests, examples and docs means the sources, as in tsconfig.json.
  resolve: { tsconfigPaths: true },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    coverage: {
      provider: 'v8',
      include: ['machines/**/*.ts', 'src/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
})
