// Runs a small tool loop, and shows it to the legacy inspector: npx tsx visualizations/legacy-inspect/main.mjs
import { WebSocketServer } from 'ws'
import { createPlimsoll, recommended } from '../../src/index.ts'
import { bridgeRun } from './bridge-run.mjs'

const server = new WebSocketServer({ host: '127.0.0.1', port: 8888 })
const run = createPlimsoll(recommended({ hardLimitBytes: 4_000 })).openRun(bridgeRun(server))
process.stderr.write('Open https://stately.ai/viz?inspect&server=localhost:8888, then press Ctrl+C to end.\n')

server.on('connection', async () => {
  const messages = [{ role: 'user', content: 'Look at everything.' }]
  for (let round = 0; round < 12; round += 1) {
    await run.dispatch(messages, () => 'sent')
    const call = { id: `call-${round}`, type: 'function', function: { name: 'look', arguments: '{}' } }
    messages.push(
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: 'seen '.repeat(100) },
    )
  }
})
