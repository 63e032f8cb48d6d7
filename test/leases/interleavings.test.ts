import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBodyRun, workspaceWith } from './body-run.ts'
import { interleaving, letters, playInterleaving } from './interleavings.ts'

test('however four calls interleave, a body is delivered once, and no lease outlives its call', {
  timeout: 120_000,
}, async () => {
  const workspace = await workspaceWith(letters)
  let played = 0
  await fc.assert(
    fc.asyncProperty(interleaving, async (plan) => {
      const run = await openBodyRun(letters, { workspace }, plan.hardLimitBytes)
      await playInterleaving(plan, [run])
      await run.close()
      played += 1
    }),
    { numRuns: 1_000 },
  )
  console.log(`${played} interleavings of 4 calls and ${letters.length} bodies`)
  expect(played).toBe(1_000)
})
