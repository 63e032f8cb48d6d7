import { expect, test } from 'vitest'
import { listFiles } from '../support/project-files.ts'
import { runExample } from './run-example.ts'

const stories = listFiles('examples').filter((path) => /^examples\/\d\d-.*\.ts$/.test(path))

test('there are examples', () => {
  expect(stories.length).toBeGreaterThanOrEqual(4)
})

test.each(stories)('%s holds what it asserts', { timeout: 30_000 }, async (path) => {
  const { status, output, errors } = await runExample(path)
  expect(errors).toBe('')
  expect(status).toBe(0)
  expect(output.trim().split('\n')).toHaveLength(1)
})
