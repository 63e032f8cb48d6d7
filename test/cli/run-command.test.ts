import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { generateConversation } from '../support/generated-conversations.ts'
import { projectRoot, readProjectFile } from '../support/project-files.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

test.each([['--version'], ['-V']])('%s prints the version of the package', async (word) => {
  expect(await runCli([word])).toEqual({ exitCode: 0, output: `${manifest.version}\n`, errors: '' })
})

test.each([[[]], [['--help']], [['help']]])('%j prints the page', async (words) => {
  const { exitCode, output, errors } = await runCli(words)
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(output).toContain('Usage: plimsoll')
  expect(Math.max(...output.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(110)
})

describe('the examples of the help', async () => {
  const { output } = await runCli(['--help'])
  const examples = [...output.matchAll(/^ +\$ (plimsoll .*)$/gm)].map(([, example = '']) => example)

  test('are three', () => {
    expect(examples).toHaveLength(3)
  })

  test.each(examples)('%s runs', { timeout: 30_000 }, (example) => {
    const folder = temporaryFolder()
    const chat = { messages: generateConversation('parallel calls', 1, 120) }
    writeFileSync(join(folder, 'chat.json'), JSON.stringify(chat))
    const tsx = join(projectRoot, 'node_modules/tsx/dist/loader.mjs')
    const bin = join(projectRoot, 'src/cli/bin.ts')
    writeFileSync(
      join(folder, 'plimsoll'),
      `#!/bin/sh\nexec "${process.execPath}" --import "${tsx}" "${bin}" "$@"\n`,
    )
    chmodSync(join(folder, 'plimsoll'), 0o755)
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
    expect(execFileSync('sh', ['-c', example], { cwd: folder, env, encoding: 'utf8' })).toMatch(
      /64 KiB|65536/,
    )
  })
})

describe('plimsoll diagram', () => {
  test.each(['assembly', 'run', 'leases'])('prints the %s chart as it is drawn', async (chart) => {
    const { exitCode, output } = await runCli(['diagram', chart])
    expect({ exitCode, output }).toEqual({
      exitCode: 0,
      output: readProjectFile(`visualizations/${chart}.mmd`),
    })
  })

  test('prints the assembly when no chart is named, and names the charts when there is none', async () => {
    expect((await runCli(['diagram'])).output).toBe(readProjectFile('visualizations/assembly.mmd'))
    const { exitCode, errors } = await runCli(['diagram', 'sea'])
    expect({ exitCode, errors }).toEqual({
      exitCode: 2,
      errors: "plimsoll: chart: 'sea' is unknown; choose one of assembly, run, leases\n",
    })
  })
})
