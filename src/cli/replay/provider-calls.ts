import type { Conversation } from '../input/conversation.ts'
import { InputError } from '../input-error.ts'

// Some five microseconds each: what a person waits for.
const mostEntries = 10_000_000

/**
 * The lengths of the lists that the provider calls of a conversation were made with: what stood before each answer, and
 * the whole where the conversation ends without one. Items of one response are one answer.
 *
 * @param every 1 for all calls, 10 for every tenth, counted from the last one
 * @throws InputError when there is too much to go through
 */
export function providerCallLengths({ readings, name }: Conversation, every = 1): readonly number[] {
  const all = readings.flatMap(({ role }, at) => {
    const before = readings[at - 1]
    if (role !== 'assistant' || !before) return []
    return before.role === 'assistant' && before.continues ? [] : [at]
  })
  if (readings.at(-1)?.role !== 'assistant') all.push(readings.length)
  // An answer with nothing before it: the next call sends it back.
  if (all.length === 0) all.push(readings.length)
  // The last one is the largest: it is always among them.
  const lengths = all.filter((_, index) => (all.length - 1 - index) % every === 0)
  const entries = lengths.reduce((sum, length) => sum + length, 0)
  if (entries <= mostEntries) return lengths
  const sparser = every * 10 ** Math.ceil(Math.log10(entries / mostEntries))
  throw new InputError(
    name,
    undefined,
    `has ${lengths.length} provider calls over up to ${readings.length} messages, too many to make them all; ` +
      `look at the last one with plimsoll assemble, or make fewer with --every ${sparser}`,
  )
}
