import { channel } from 'node:diagnostics_channel'
import { describe, expect, test } from 'vitest'
import {
  channelSink,
  eventChannelName,
  eventStream,
  formatEvent,
  type PlimsollEvent,
} from '../../src/observability/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { EventLog } from './event-log.ts'

const large = [user(bytes(600)), user(bytes(600)), user('new')]

async function eventsOf(count: number): Promise<readonly PlimsollEvent[]> {
  const log = new EventLog()
  const run = compose().openRun({ report: log.report })
  for (let call = 0; call < count; call += 1) await run.dispatch(large, () => 'sent')
  return log.events
}

describe('several sinks', () => {
  test('hear the same event in turn, and one that throws keeps none from the others', async () => {
    const [first, last] = [new EventLog(), new EventLog()]
    const run = compose().openRun({
      report: [
        first.report,
        () => {
          throw new Error('the sink’s own')
        },
        last.report,
      ],
    })
    await run.dispatch(large, () => 'sent')
    expect(first.types).toEqual(['assembly.started', 'assembly.completed', 'assembly.composed'])
    expect(last.events).toEqual(first.events)
    for (const [at, event] of last.events.entries()) expect(event).toBe(first.events[at])
    expect(run.metrics().reportFailureCount).toBe(3)
  })

  test.each([['text'], [[() => {}, 'text']], [{}], [null]])('are refused when they are %o', (report) => {
    expect(() => compose().openRun({ report: report as never })).toThrowError(
      'report: must be a function or a list of functions',
    )
  })
})

describe('a stream of events', () => {
  test('gives the events in order, also to a reader that waits', async () => {
    const events = eventStream()
    const run = compose().openRun({ report: events.report })
    const first = events.next()
    await run.dispatch(large, () => 'sent')
    events.close()
    const read = [(await first).value?.type]
    for await (const { type } of events) read.push(type)
    expect(read).toEqual(['assembly.started', 'assembly.completed', 'assembly.composed'])
    expect(events.droppedCount).toBe(0)
  })

  test('drops the oldest when nobody reads, and counts them', async () => {
    const told = await eventsOf(3)
    const events = eventStream({ capacity: 4 })
    for (const event of told) events.report(event)
    events.close()
    const read: PlimsollEvent[] = []
    for await (const event of events) read.push(event)
    expect(read).toEqual(told.slice(-4))
    expect(events.droppedCount).toBe(5)
  })

  test('ends when its reader leaves, and ignores what is told later', async () => {
    const told = await eventsOf(1)
    const events = eventStream()
    for (const event of told) events.report(event)
    for await (const event of events) {
      expect(event).toBe(told[0])
      break
    }
    for (const event of told) events.report(event)
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  test('ends for a reader that waits when it is closed', async () => {
    const events = eventStream()
    const waiting = events.next()
    events.close()
    expect(await waiting).toEqual({ done: true, value: undefined })
  })

  test.each([0, -1, 1.5, Number.NaN])('has no capacity of %d', (capacity) => {
    expect(() => eventStream({ capacity })).toThrowError(RangeError)
  })
})

describe('a channel', () => {
  test('carries the events to its subscribers, and to nobody else', async () => {
    const heard: unknown[] = []
    const listener = (message: unknown): void => {
      heard.push(message)
    }
    const log = new EventLog()
    const run = compose().openRun({ report: [log.report, channelSink()] })
    await run.dispatch(large, () => 'sent')
    channel(eventChannelName).subscribe(listener)
    try {
      await compose()
        .openRun()
        .dispatch(large, () => 'sent')
      expect(heard).toEqual([])
      await run.dispatch(large, () => 'sent')
    } finally {
      channel(eventChannelName).unsubscribe(listener)
    }
    expect(heard).toEqual(log.events.slice(3))
  })

  test('may have a name of its own', async () => {
    const heard: unknown[] = []
    const listener = (message: unknown): void => {
      heard.push(message)
    }
    channel('test:events').subscribe(listener)
    await compose()
      .openRun({ report: channelSink('test:events') })
      .dispatch(large, () => 'sent')
    channel('test:events').unsubscribe(listener)
    expect(heard).toHaveLength(3)
  })
})

test('an event is one line of pairs', async () => {
  const run = compose({ maximumCompactionAttempts: 2 }).openRun({
    id: 'run-1',
    identity: { agentId: 'chief' },
    report: (event) => lines.push(formatEvent({ ...event, timestamp: 0, assemblyId: 'id' } as PlimsollEvent)),
  })
  const lines: string[] = []
  await run.dispatch(large, () => 'sent')
  await run
    .child({ id: 'run-2' })
    .dispatch([user('old'), user(bytes(2_000))], () => 'sent')
    .catch(() => {})
  const time = '1970-01-01T00:00:00.000Z'
  const head = 'run=run-1 agent=chief'
  expect(lines).toEqual([
    `${time} assembly.started ${head} sequence=1 assembly=id unit=utf8Bytes threshold=1000 limit=1000`,
    `${time} assembly.completed ${head} sequence=2 assembly=id outcome=reduced size=1203>603 limit=1000 unit=utf8Bytes attempts=1 dropped=1`,
    `${time} assembly.composed ${head} sequence=3 assembly=id outcome=reduced size=1203>603 limit=1000 unit=utf8Bytes attempts=1 dropped=1`,
    `${time} assembly.started run=run-2 depth=1 sequence=4 assembly=id unit=utf8Bytes threshold=1000 limit=1000`,
    `${time} assembly.terminated run=run-2 depth=1 sequence=5 assembly=id outcome=irreducible reason=requiredContentTooLarge size=2003>2000 limit=1000 unit=utf8Bytes attempts=2 rejected=notSmaller`,
  ])
})
