// A bound for programs that can't be bounded from within: tsx examples/claude-proxy/main.ts [LIMIT_KIB] [UPSTREAM]
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { boundMessages } from 'plimsoll/anthropic'
import { describeRefusal } from './describe-refusal.ts'
import { startProxy } from './start-proxy.ts'

const [limit = '600', upstream = 'https://api.anthropic.com'] = process.argv.slice(2)

const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(Number(limit)) }))
const bound = boundMessages(plimsoll, {
  onRefusal: (error) => process.stderr.write(`${describeRefusal(error)}\n`),
})
const { url } = await startProxy({ upstream, bound })
process.stdout.write(`ANTHROPIC_BASE_URL=${url}\n`)
