import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../support/project-files.ts'
import { boundAnyList } from './bound-any-list.ts'
import { grammars } from './grammars.ts'
import { messageLists } from './message-lists.ts'
import { setTraps } from './trap.ts'

// `npm run fuzz` sets them.
const lists = Number(process.env['PLIMSOLL_FUZZ_LISTS'] ?? 2_000)
const seed = Number(process.env['PLIMSOLL_FUZZ_SEED'] ?? 1_876)
const numRuns = Math.ceil(lists / grammars.length)

test('each dialect has a grammar', () => {
  const folders = readdirSync(join(projectRoot, 'src/dialects'), { withFileTypes: true })
  const dialects = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(grammars.map(({ name }) => name).sort()).toEqual(dialects.sort())
})

describe(`${numRuns} lists of each dialect, seed ${seed}`, () => {
  test.each(grammars)(
    'any list of $name is sent in order, or refused by name',
    {
      timeout: 60_000 + numRuns * 100,
    },
    async (grammar) => {
      const settings = fc.record({
        rules: fc.nat(grammar.dialects.length - 1),
        share: fc.oneof(fc.double({ min: 0, max: 1.2, noNaN: true }), fc.constantFrom(0, 0.5, 1)),
        retention: fc.nat(4),
        attempts: fc.integer({ min: 1, max: 3 }),
        overhead: fc.constantFrom(0, 0, 0, 37),
        runs: fc.constantFrom(1 as const, 2 as const),
      })
      const outcomes: Record<string, number> = {}
      const property = fc.asyncProperty(
        messageLists(grammar),
        settings,
        async (recipe, { rules, ...setting }) => {
          const dialect = grammar.dialects[rules]
          if (!dialect) throw new Error('a grammar has a dialect')
          for (const preset of ['recommended', 'plain'] as const) {
            const list = setTraps(recipe) as readonly unknown[] // a list stays one
            const { outcome, faults } = await boundAnyList(list, { ...setting, dialect, preset })
            const key = `${preset}: ${outcome}`
            outcomes[key] = (outcomes[key] ?? 0) + 1
            if (faults.length > 0) throw new Error(`${preset}: ${faults.join('\n')}`)
          }
        },
      )
      await fc.assert(property, { numRuns, seed })
      const reached = ['withinLimit', 'reduced', 'preservationFallback', 'assemblyTerminated', 'snapshot']
      const missing = reached.filter((outcome) => !Object.keys(outcomes).some((key) => key.includes(outcome)))
      expect(missing, JSON.stringify(outcomes)).toEqual([])
    },
  )
})
