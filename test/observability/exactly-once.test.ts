import { expect, test } from 'vitest'
import { EventLog } from './event-log.ts'
import { openPassThrough, ownError, play, situations } from './situations.ts'

const types = ['assembly.started', 'assembly.completed', 'assembly.composed', 'assembly.terminated']

function rejectionName(rejection: object | undefined): string {
  if (rejection === undefined) return '-'
  if (rejection === ownError) return 'the host’s own'
  return Object.values(rejection).join(' ')
}

test('each situation is told by each event as often as the table says', async () => {
  const rows: (readonly string[])[] = []
  for (const situation of situations) {
    const log = new EventLog()
    const { sending } = play(situation, { report: log.report })
    await sending.catch(() => {})
    const counts = types.map((type) => log.types.filter((told) => told === type).length)
    expect(counts).toEqual(types.map((type) => situation.events.filter((told) => told === type).length))
    for (const count of counts) expect(count).toBeLessThanOrEqual(1)
    rows.push([situation.name, ...counts.map(String), rejectionName(situation.rejection)])
  }
  const log = new EventLog()
  await openPassThrough({ report: log.report }).dispatch([], () => 'sent')
  expect(log.events).toEqual([])
  rows.push(['there is no profile', '0', '0', '0', '0', '-'])
  const head = ['situation', ...types.map((type) => type.replace('assembly.', '')), 'rejected with']
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  console.log([line(head), ...rows.map(line)].join('\n'))
})
