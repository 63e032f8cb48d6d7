import { test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { playScript } from './play-script.ts'
import { scripts } from './script.ts'

/** How many sequences are played; a nightly run takes more. */
const sequences = Number(process.env['PLIMSOLL_RANDOM_SEQUENCES'] ?? 400)

test.prop([scripts], { numRuns: sequences })(
  'whatever a host and its reducer do, and in whichever order, the promises hold',
  async (script) => {
    expect(await playScript(script)).toEqual([])
  },
  60_000 + sequences * 100,
)
