import { leasesMachine, runMachine } from 'plimsoll/machines'
import { generatePaths } from 'plimsoll/testing'
import { expect, test } from 'vitest'
import { jsonLines, runCli } from '../run-cli.ts'

test('paths of a chart are printed a line each, whole', async () => {
  const { exitCode, output, errors } = await runCli(['paths', 'run', '--json'])
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(jsonLines(output)).toEqual(generatePaths({ machine: runMachine }))
})

test('strategy and limit are those of the library', async () => {
  const { output } = await runCli(['paths', 'leases', '--strategy', 'shortest', '--limit', '3', '--json'])
  expect(jsonLines(output)).toEqual(generatePaths({ machine: leasesMachine, strategy: 'shortest', limit: 3 }))
})

test('people read a table', async () => {
  const { output } = await runCli(['paths', 'run', '--limit', '1'])
  expect(output.split('\n')).toEqual([
    '  path  steps  where it ends, and by which events',
    '------  -----  ----------------------------------',
    '     1      1  open: call cancelled (assembly:0)',
    '',
  ])
})

test.each([
  ['a chart', ['paths', 'machine'], 'chart: '],
  ['a strategy', ['paths', '--strategy', 'random'], '--strategy: '],
  ['a limit', ['paths', '--limit', '0'], '--limit: '],
])('%s that is none is refused in one line', async (_, words, beginning) => {
  const { exitCode, errors } = await runCli(words)
  expect(exitCode).toBe(2)
  expect(errors).toContain(beginning)
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
})
