import { describe, expect, test } from 'vitest'
import { listFiles, readProjectFile } from '../support/project-files.ts'
import { findLayerViolations, type LayerRule } from './layers.ts'

const paths = ['src', 'machines'].flatMap(listFiles).filter((path) => path.endsWith('.ts'))

test('every import of src/ and machines/ keeps to its floor', () => {
  const tree = new Map(paths.map((path) => [path, readProjectFile(path)]))
  const messages = findLayerViolations(tree).map((violation) => violation.message)
  expect(messages, messages.join('\n')).toEqual([])
})

test.runIf(paths.includes('src/index.ts'))('the check sees the whole library', () => {
  expect(paths.length).toBeGreaterThan(20)
})

const soundTree: Readonly<Record<string, string>> = {
  'machines/index.ts': "export { runMachine } from './run/run.machine.ts'",
  'machines/run/run.machine.ts': "import { setup } from 'xstate'",
  'src/index.ts': "export { openRun } from './run/open-run.ts'",
  'src/errors/plimsoll-error.ts': '',
  'src/context/digest-text.ts':
    "import { createHash } from 'node:crypto'\nimport { PlimsollError } from '../errors/plimsoll-error.ts'",
  'src/dialects/dialect.ts': "import { digestText } from '../context/digest-text.ts'",
  'src/dialects/ai-sdk/index.ts':
    "import type { Message } from '@ai-sdk/provider'\nimport { z } from 'zod'\nimport type { Dialect } from '../dialect.ts'",
  'src/dialects/openai-chat/index.ts': "import type { Dialect } from '../dialect.ts'",
  'src/artifacts/workspace.ts': "import { createStorage } from 'unstorage'",
  'src/run/open-run.ts':
    "import { createActor } from 'xstate'\nimport { runMachine } from '../../machines/index.ts'",
  'src/hosts/ai-sdk/index.ts': "import { openRun } from '../../run/open-run.ts'",
  'src/hosts/openai/index.ts': "import { openRun } from '../../run/open-run.ts'",
}

function rulesBrokenBy(change: Readonly<Record<string, string>>): LayerRule[] {
  const tree = new Map(Object.entries({ ...soundTree, ...change }))
  return findLayerViolations(tree).map((violation) => violation.rule)
}

describe('on a small tree', () => {
  test('a sound tree breaks no rule', () => {
    expect(rulesBrokenBy({})).toEqual([])
  })

  const brokenFiles: readonly (readonly [LayerRule, string, string])[] = [
    ['known-folder', 'src/shapes/shape.ts', ''],
    ['known-folder', 'src/loose-file.ts', ''],
    ['one-direction', 'src/errors/plimsoll-error.ts', "import type { Run } from '../run/open-run.ts'"],
    ['one-direction', 'src/profile/profile.ts', "export { dispatch } from '../hosts/openai/index.ts'"],
    ['one-direction', 'src/assembly/workbench.ts', "export { openRun } from '../index.ts'"],
    ['stays-inside', 'src/run/open-run.ts', "import { build } from '../../test/support/build.ts'"],
    ['target-exists', 'src/run/open-run.ts', "import { digestText } from '../context/digest-text'"],
    ['no-self-import', 'src/hosts/ai-sdk/index.ts', "import type { Run } from 'plimsoll'"],
    ['machines-alone', 'machines/run/run.machine.ts', "import { z } from 'zod'"],
    [
      'machines-alone',
      'machines/run/run.machine.ts',
      "import type { E } from '../../src/errors/plimsoll-error.ts'",
    ],
    ['xstate-where-it-runs', 'src/assembly/workbench.ts', "import type { ActorRef } from 'xstate'"],
    [
      'unstorage-where-it-stores',
      'src/run/open-run.ts',
      "export const open = () => import('unstorage/drivers/fs')",
    ],
    ['unstorage-where-it-stores', 'src/hosts/openai/index.ts', "import type { Storage } from 'unstorage'"],
    ['context-is-pure', 'src/context/digest-text.ts', "import { readFileSync } from 'node:fs'"],
    ['context-is-pure', 'src/context/digest-text.ts', "type Z = import('zod').ZodType"],
    ['dialects-apart', 'src/dialects/ai-sdk/index.ts', "export { read } from '../openai-chat/index.ts'"],
    ['hosts-apart', 'src/hosts/ai-sdk/index.ts', "const other = await import('../openai/index.ts')"],
    ['sdk-types-only', 'src/hosts/ai-sdk/index.ts', "import { wrapLanguageModel } from 'ai'"],
    ['sdk-types-only', 'src/hosts/openai/index.ts', "import { type OpenAI } from 'openai'"],
    ['no-circles', 'src/errors/plimsoll-error.ts', "import type { Code } from './plimsoll-error.ts'"],
  ]
  for (const [rule, path, text] of brokenFiles) {
    test(`${rule} is reported for ${text || path} in ${path}`, () => {
      expect(new Set(rulesBrokenBy({ [path]: text }))).toEqual(new Set([rule]))
    })
  }

  test('a circle over two files is reported with its path', () => {
    const tree = new Map([
      ['src/run/a.ts', "import './b.ts'"],
      ['src/run/b.ts', "import type { A } from './a.ts'"],
    ])
    expect(findLayerViolations(tree).map((violation) => violation.message)).toEqual([
      expect.stringContaining('no-circles: src/run/a.ts:1 (src/run/a.ts -> src/run/b.ts -> src/run/a.ts)'),
    ])
  })

  test('the message names the rule, the file and the line', () => {
    const tree = new Map([['src/context/read.ts', "// first line\nimport fs from 'node:fs'"]])
    expect(findLayerViolations(tree)[0]?.message).toMatch(
      /^context-is-pure: src\/context\/read\.ts:2 \(node:fs\)/,
    )
  })
})
