// What the single executable consists of. Prints what came of it as JSON.
const { isSea } = require('node:sea')
const { fiveOutcomes } = require('./five-outcomes.cjs')

void fiveOutcomes({ plimsoll: require('plimsoll'), reducers: require('plimsoll/reducers') }).then(
  (outcomes) => console.log(JSON.stringify({ isSingleExecutable: isSea(), outcomes })),
)
