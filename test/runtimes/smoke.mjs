// Usage: RUNTIME smoke.mjs, beside an installed plimsoll. Prints what came of it as JSON.
import { createRequire } from 'node:module'
import { fiveOutcomes } from './five-outcomes.cjs'

const manifest = createRequire(import.meta.url)('plimsoll/package.json')
const entries = {}
for (const subpath of Object.keys(manifest.exports)) {
  if (subpath === './package.json') continue
  const entry = subpath.replace('.', 'plimsoll')
  entries[entry] = Object.keys(await import(entry)).length
}
const outcomes = await fiveOutcomes({
  plimsoll: await import('plimsoll'),
  reducers: await import('plimsoll/reducers'),
})
console.log(JSON.stringify({ outcomes, entries }))
