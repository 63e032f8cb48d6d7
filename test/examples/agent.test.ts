import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chooseModel } from '../../examples/agent/choose-model.ts'
import { Folder } from '../../examples/agent/folder.ts'
import { readArguments, UsageError } from '../../examples/agent/read-arguments.ts'
import { planTour } from '../../examples/agent/tour.ts'
import { runExample } from './run-example.ts'

const agent = 'examples/agent/main.ts'
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-agent-'))
  mkdirSync(join(folder, 'inner', 'empty'), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'node_modules', 'hidden.txt'), 'hidden')
  writeFileSync(join(folder, 'readme.txt'), 'one line\nanother test line\n')
  writeFileSync(join(folder, 'inner', 'picture.bin'), new Uint8Array([1, 0, 2]))
  writeFileSync(join(folder, 'inner', 'large.txt'), 'x'.repeat(100_000))
  symlinkSync(tmpdir(), join(folder, 'way-out'))
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('the example agent', { timeout: 30_000 }, () => {
  test('crosses the limit several times in this repository and never sends more', async () => {
    const { status, output, errors } = await runExample(agent)
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    const { calls, compacted, above } = closingNumbers(output)
    expect(calls).toBeGreaterThanOrEqual(20)
    expect(compacted).toBeGreaterThanOrEqual(4)
    expect(above).toBe(0)
    expect(output).toContain('hard limit 48 KiB')
  })

  test('fits its limit to a small folder, and says so', async () => {
    const small = mkdtempSync(join(tmpdir(), 'plimsoll-small-'))
    try {
      writeFileSync(join(small, 'only.txt'), 'hello\n')
      const { status, output } = await runExample(agent, small)
      expect(status).toBe(0)
      expect(output).toContain('fitted to this folder')
      expect(closingNumbers(output).compacted).toBeGreaterThanOrEqual(4)
    } finally {
      rmSync(small, { recursive: true })
    }
  })

  test('takes a limit', async () => {
    const { status, output } = await runExample(agent, folder, '--limit', '8KiB')
    expect(status).toBe(0)
    expect(closingNumbers(output)).toMatchObject({ calls: 24, above: 0 })
    expect(output).toMatch(/of 8 KiB, 0 above the limit\n$/)
  })

  test('tells in one line when no list fits', async () => {
    const { status, errors } = await runExample(agent, folder, '--limit', '900')
    expect(status).toBe(3)
    expect(errors).toMatch(/^Nothing was sent \(irreducible\): .*\n$/)
  })

  test.each(['no-such-folder', '--limit=large'])('tells in one line what is wrong with %s', async (word) => {
    const { status, output, errors } = await runExample(agent, word)
    expect({ status, output }).toEqual({ status: 2, output: '' })
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  test('explains itself', async () => {
    const { status, output } = await runExample(agent, '--help')
    expect(status).toBe(0)
    expect(output).toMatch(/^Usage: npm start/)
  })
})

describe('the arguments of the example agent', () => {
  test.each(['package.json', '. test', '--limit 0', '--limit 12parsecs', '--no-such-option'])(
    'are refused in one line when they are %s',
    (words) => {
      expect(() => readArguments(words.split(' '), '.')).toThrow(UsageError)
      expect(() => readArguments(words.split(' '), '.')).toThrow(/^[^\n]+$/)
    },
  )

  test.each(['gpt-5', 'elsewhere/gpt-5', 'openai/'])('name no model with %s', async (name) => {
    await expect(chooseModel(name)).rejects.toThrow(/^--model takes PROVIDER\/MODEL, [^\n]+$/)
  })

  test('name a model whose key or package is missing', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    await expect(chooseModel('openai/gpt-5-mini')).rejects.toThrow(/needs the key in OPENAI_API_KEY\.$/)
    vi.stubEnv('OPENAI_API_KEY', 'set')
    await expect(chooseModel('openai/gpt-5-mini')).rejects.toThrow(/npm install --no-save @ai-sdk\/openai$/)
    vi.unstubAllEnvs()
  })

  test.each([
    ['64KiB', 65_536],
    ['1.5 mib', 1_572_864],
    ['50000', 50_000],
  ])('take a limit of %s', (size, limitBytes) => {
    expect(readArguments(['--limit', size], '.')).toMatchObject({ path: '.', limitBytes, help: false })
  })
})

describe('the folder of the example agent', () => {
  test('lists, reads and searches what is in it', () => {
    const inside = new Folder(folder)
    expect(inside.list('.')).toBe('inner/\nreadme.txt\nway-out')
    expect(inside.list('inner/empty')).toBe('This folder is empty.')
    expect(inside.read('readme.txt')).toBe('one line\nanother test line\n')
    expect(inside.grep('test')).toBe('readme.txt:2: another test line')
    expect(inside.grep('nothing like it')).toBe('No line holds this word.')
    expect(inside.files().map(({ path }) => path)).toEqual([
      'inner/large.txt',
      'inner/picture.bin',
      'readme.txt',
    ])
  })

  test('cuts large files and skips binary ones', () => {
    const inside = new Folder(folder)
    expect(inside.read('inner/large.txt')).toHaveLength(30_000 + '\n(70000 more characters)'.length)
    expect(inside.read('inner/picture.bin')).toBe('inner/picture.bin is binary or too large to read.')
  })

  test.each(['..', '../..', '/', 'way-out', 'inner/../..'])('is never left by way of %s', (path) => {
    expect(() => new Folder(folder).list(path)).toThrow('The path leads out of the folder.')
  })

  test('is toured in the same steps each time', () => {
    const tour = planTour(new Folder(folder))
    expect(tour).toHaveLength(23)
    expect(planTour(new Folder(folder))).toEqual(tour)
  })
})

function closingNumbers(output: string) {
  const line = /(\d+) provider calls, (\d+) compacted, largest sent .+ of .+, (\d+) above the limit\n$/.exec(
    output,
  )
  const [calls, compacted, above] = (line ?? []).slice(1).map(Number)
  return { calls, compacted, above }
}
