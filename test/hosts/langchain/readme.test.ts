import { expect, test } from 'vitest'
import { readProjectFile } from '../../support/project-files.ts'
import { startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { runExample } from './example.ts'

test('the example stays within its limit on each of its calls', async () => {
  const pages = [...Array(10)].map((_, page) => ({
    calls: [{ name: 'read', arguments: { path: `page-${page}` } }],
  }))
  const server = await startRuleServer({ turns: [...pages, { text: 'Ten.' }] })
  try {
    expect(await runExample(`${server.url}/v1`)).toMatch(/^11 calls, the largest \d{4} bytes of 8192$/)
    expect(server.log.map(({ status }) => status)).toEqual(Array(11).fill(200))
  } finally {
    await server.close()
  }
})

test('what the page of the host shows is what the example runs', () => {
  const [, shown = ''] = /```ts\n(.*?)```/s.exec(readProjectFile('src/hosts/langchain/README.md')) ?? []
  const example = readProjectFile('test/hosts/langchain/example.ts')
  const linesOf = (text: string) => text.split('\n').map((line) => line.trim())
  const statements = linesOf(shown.slice(shown.indexOf('const plimsoll')))
  expect(statements.length).toBeGreaterThan(8)
  expect(linesOf(example)).toEqual(expect.arrayContaining(statements))
})
