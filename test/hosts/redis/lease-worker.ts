// A process that works on a run whose leases are in Redis. It tells in lines where it is, and goes on until it is killed.
import { Redis } from 'ioredis'
import { redisLeases } from '../../../src/redis/index.ts'
import { historyOf, lettersIn, openBodyRun } from '../../leases/body-run.ts'

const [port = '', runId = '', ttl = '', task = ''] = process.argv.slice(2)
const client = new Redis(Number(port), '127.0.0.1')
const leases = redisLeases({ client, runId, reservedTtlMs: Number(ttl) })
const run = await openBodyRun('a', { id: runId, leases })
const forEver = new Promise<never>(() => {})

if (task === 'reserve') {
  let captures = 0
  const capture = () => {
    captures += 1
    if (captures === 1) return { version: 1, messages: historyOf('a') }
    // The recheck before dispatch: what the first capture asked for is reserved by now.
    console.log('reserved')
    return forEver
  }
  await run.assemble({ capture })
}

if (task === 'send') {
  await run.dispatch(historyOf('a'), (messages) => {
    console.log(`sending ${lettersIn(messages).join('')}`)
    return forEver
  })
}

if (task === 'ask') {
  for (;;) {
    const letters = await run.dispatch(historyOf('a'), lettersIn)
    console.log(letters.length === 0 ? 'withheld' : 'delivered')
  }
}
