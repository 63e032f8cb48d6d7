// Usage: RUNTIME smoke.cjs, beside an installed plimsoll. Prints what came of it as JSON.
const { fiveOutcomes } = require('./five-outcomes.cjs')

const entries = {}
for (const subpath of Object.keys(require('plimsoll/package.json').exports)) {
  if (subpath === './package.json') continue
  const entry = subpath.replace('.', 'plimsoll')
  entries[entry] = Object.keys(require(entry)).length
}
void fiveOutcomes({ plimsoll: require('plimsoll'), reducers: require('plimsoll/reducers') }).then(
  (outcomes) => console.log(JSON.stringify({ outcomes, entries })),
)
