import { expect, test } from 'vitest'
import { watchEvents } from '../../../src/hosts/anthropic/watch-events.ts'

const stop = 'event: message_stop\ndata: {"type":"message_stop"}\n\n'

test.each([
  ['event: message_stop\n', 'commit'],
  ['event:message_stop\r\n', 'commit'],
  ['event: error\n', 'release'],
  ['event: message_delta\n', undefined],
  ['event: error_of_mine\n', undefined],
  ['event: message_stop', undefined],
  ['data: event: error\n', undefined],
  [`data: ${'x'.repeat(200)}event: error\n`, undefined],
  ['data: "é\u{1f6a2}"\nevent: error\n', 'release'],
  ['', undefined],
])('%j ends an answer by %s', (text, how) => {
  expect(watchEvents().look(bytesOf(text))?.how).toBe(how)
})

test('the place is the start of the line, or of the piece when the line began before it', () => {
  const before = 'event: ping\ndata: {}\n\n'
  expect(watchEvents().look(bytesOf(before + stop))).toEqual({ how: 'commit', at: before.length })
  const watch = watchEvents()
  watch.look(bytesOf(`${before}event: mess`))
  expect(watch.look(bytesOf('age_stop\n'))).toEqual({ how: 'commit', at: 0 })
})

test('a line may be cut anywhere', () => {
  for (let cut = 0; cut < stop.length; cut += 1) {
    const watch = watchEvents()
    const ends = [watch.look(bytesOf(stop.slice(0, cut))), watch.look(bytesOf(stop.slice(cut)))]
    expect(ends.filter((end) => end?.how === 'commit')).toHaveLength(1)
  }
})

test('every byte may come alone', () => {
  const watch = watchEvents()
  const ends = [...bytesOf(`data: {"text":"x"}\n\n${stop}`)].map((byte) => watch.look(Uint8Array.of(byte)))
  expect(ends.filter((end) => end !== undefined)).toEqual([{ how: 'commit', at: 0 }])
})

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
