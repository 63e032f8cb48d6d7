import { afterEach, expect, test, vi } from 'vitest'
import type { CommandIo } from '../../../src/cli/command-io.ts'
import { Progress } from '../../../src/cli/replay/progress.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a person is told how far a long replay is, in a line that is wiped at the end', () => {
  vi.useFakeTimers()
  const { written, progress } = open(true)
  progress.tell(1, 900)
  vi.advanceTimersByTime(1_000)
  progress.tell(2, 900)
  vi.advanceTimersByTime(50)
  progress.tell(3, 900)
  vi.advanceTimersByTime(50)
  progress.tell(4, 900)
  progress.clear()
  progress.clear()
  const lines = written.map((text) => text.replaceAll('\r\u001b[K', '|'))
  expect(lines).toEqual(['|call 2 of 900', '|call 4 of 900', '|'])
})

test('where no person looks nothing is written', () => {
  vi.useFakeTimers()
  const { written, progress } = open(false)
  vi.advanceTimersByTime(5_000)
  progress.tell(5, 900)
  progress.clear()
  expect(written).toEqual([])
})

function open(isErrorTerminal: boolean) {
  const written: string[] = []
  const io: Pick<CommandIo, 'isErrorTerminal' | 'writeError'> = {
    isErrorTerminal,
    writeError: (text) => written.push(text),
  }
  return { written, progress: new Progress(io as CommandIo) } // all that it is asked for
}
