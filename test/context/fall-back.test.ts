import { describe, expect, test } from 'vitest'
import { type FallbackForms, fallBack } from '../../src/context/fall-back.ts'
import { sumSizes } from '../../src/context/measure.ts'
import { ledgerText } from '../../src/context/reference-ledger.ts'
import { verifyProposal } from '../../src/context/verify-proposal.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { assistant, bytes, calls, exchange, result, system, user } from '../support/messages.ts'
import { digestOf, referenceTo, rulesThat, snapshotOf } from '../support/snapshot-of.ts'

type Options = NonNullable<Parameters<typeof snapshotOf>[1]> & {
  readonly forms?: Partial<FallbackForms<OpenAIChatMessage>>
}

/** Positions that are kept within a limit; `notice` and `ledger` for what is added. Checks what holds of every fallback. */
function keptWithin(
  limit: number,
  messages: readonly OpenAIChatMessage[],
  { forms, ...options }: Options = {},
) {
  const taken = snapshotOf(messages, options)
  const fallback = fallBack(taken.snapshot, taken.rules, limit, { ...taken.forms, ...forms })
  expect(fallback.size).toBe(sumSizes(fallback.entries))
  const verdict = verifyProposal(taken.snapshot, fallback.entries, taken.rules, undefined)
  const nothingLeft = messages.length > 0 && fallback.entries.every(({ position }) => position < 0)
  expect(verdict).toEqual(nothingLeft ? ['emptyProposal'] : [])
  return fallback.entries.map(({ position, form }) => (position >= 0 ? position : form))
}

const of = (size: number) => bytes(size)
/** Instructions, then a task of 10, then messages of 100 each. */
const conversation = [system(of(10)), user(of(10)), ...Array.from({ length: 6 }, () => assistant(of(100)))]

const noticeSize = snapshotOf([]).maker.notice().size

describe('the stretch of the newest', () => {
  test.each([
    [20, [0, 1]],
    [119, [0, 1]],
    [120, [0, 1, 7]],
    [220, [0, 1, 6, 7]],
    [519, [0, 1, 4, 5, 6, 7]],
    [620, [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('within %i reaches back as far as it fits', (limit, kept) => {
    expect(keptWithin(limit, conversation)).toEqual(kept)
  })

  test('stops at the first unit that does not fit, though older ones would', () => {
    const messages = [
      user(of(10)),
      assistant(of(20)),
      assistant(of(500)),
      assistant(of(20)),
      assistant(of(20)),
    ]
    expect(keptWithin(200, messages)).toEqual([0, 3, 4])
  })

  test('passes over required units, which are kept anyway', () => {
    const messages = [assistant(of(50)), assistant(of(50)), system(of(10)), user(of(10)), assistant(of(50))]
    expect(keptWithin(120, messages)).toEqual([1, 2, 3, 4])
  })

  test('takes exchanges whole or not at all', () => {
    const messages = [
      user(of(10)),
      ...exchange('a', of(100)),
      calls('b', 'c'),
      result('b', of(50)),
      result('c', of(50)),
    ]
    const newest = snapshotOf(messages).keep(3, 4, 5)
    expect(keptWithin(10 + sumSizes(newest), messages)).toEqual([0, 3, 4, 5])
    expect(keptWithin(10 + sumSizes(newest) - 1, messages)).toEqual([0])
  })
})

describe('required content', () => {
  test('is kept even when it is too large, and then alone', () => {
    expect(keptWithin(19, conversation)).toEqual([0, 1])
    expect(keptWithin(0, conversation)).toEqual([0, 1])
    expect(keptWithin(-100, conversation)).toEqual([0, 1])
  })

  test('is nothing in an empty list', () => {
    expect(keptWithin(100, [])).toEqual([])
  })

  test('is the newest unit in a list that requires nothing and from which nothing fits', () => {
    expect(keptWithin(50, [assistant(of(100))])).toEqual([0])
    expect(keptWithin(50, [assistant(of(10)), ...exchange('a', of(100))])).toEqual([1, 2])
  })
})

describe('optional context', () => {
  const note = (size: number) => ({ ...user(of(size)), name: 'notes' })
  const options: Options = {
    classifier: ({ message }) => (message.name === 'notes' ? 'optionalContext' : undefined),
  }
  const size = (bare: number) => bare + 'notes'.length

  test('is kept before any message, the newest first, each if it fits', () => {
    const messages = [note(50), note(500), note(60), assistant(of(100)), user(of(10)), assistant(of(100))]
    expect(keptWithin(10, messages, options)).toEqual([4])
    expect(keptWithin(10 + size(60), messages, options)).toEqual([2, 4])
    expect(keptWithin(10 + size(60) + size(50), messages, options)).toEqual([0, 2, 4])
    expect(keptWithin(10 + size(60) + size(50) + 100, messages, options)).toEqual([0, 2, 4, 5])
  })

  test('in the midst of the stretch does not stop it', () => {
    const messages = [user(of(10)), assistant(of(100)), note(500), assistant(of(100))]
    expect(keptWithin(210, messages, options)).toEqual([0, 1, 3])
  })
})

describe('where the provider wants the user to open', () => {
  const turns = [
    system(of(10)),
    user(of(50)),
    assistant(of(100)),
    assistant(of(100)),
    assistant(of(100)),
    user(of(10)),
    assistant(of(100)),
  ]
  const strict: Options = { provider: 'compatible' }

  test('the message that opens the turn comes along', () => {
    expect(keptWithin(270, turns, strict)).toEqual([0, 1, 4, 5, 6])
    expect(keptWithin(370, turns, strict)).toEqual([0, 1, 3, 4, 5, 6])
  })

  test('its size is counted', () => {
    expect(keptWithin(269, turns, strict)).toEqual([0, 5, 6])
    expect(keptWithin(220, turns)).toEqual([0, 4, 5, 6])
  })

  test('it comes with required content that no user message opens', () => {
    const pinned: Options = { ...strict, pin: ({ index }) => index === 3 }
    expect(keptWithin(0, turns, pinned)).toEqual([0, 1, 3, 5])
  })

  test('it is counted once when the stretch reaches it', () => {
    expect(keptWithin(480, turns, strict)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('a notice stands in for one that does not fit beside what is required', () => {
    const large = [system(of(10)), user(of(500)), assistant(of(20)), user(of(10))]
    const pinned: Options = { ...strict, pin: ({ index }) => index === 2 }
    expect(keptWithin(40 + noticeSize, large, pinned)).toEqual([0, 'notice', 2, 3])
    expect(keptWithin(40 + noticeSize - 1, large, pinned)).toEqual([0, 'notice', 2, 3])
    expect(keptWithin(540, large, pinned)).toEqual([0, 1, 2, 3])
    expect(keptWithin(40 + noticeSize, large, { ...pinned, omissionNotice: true })).toEqual([
      0,
      'notice',
      2,
      3,
    ])
  })

  test('a ledger opens as well', () => {
    const lost = [
      user(of(500)),
      ...exchange('a', referenceTo(digestOf('1'))),
      assistant(of(20)),
      user(of(10)),
    ]
    const pinned: Options = { ...strict, pin: ({ index }) => index === 3 }
    const ledger = Buffer.byteLength(ledgerText([digestOf('1')]))
    expect(keptWithin(30 + ledger, lost, pinned)).toEqual(['ledger', 3, 4])
  })

  test('a list that came in otherwise stays otherwise', () => {
    expect(keptWithin(120, [assistant(of(100)), assistant(of(100)), user(of(10))], strict)).toEqual([1, 2])
  })
})

test('where an answer must close an exchange, it comes along', () => {
  const messages = [
    user(of(10)),
    ...exchange('a'),
    ...exchange('b'),
    assistant(of(20)),
    user(of(10)),
    assistant(of(500)),
  ]
  const options: Options = { provider: 'mistral', pin: ({ index }) => index === 1 }
  expect(keptWithin(0, messages, options)).toEqual([0, 1, 2, 5, 6])
})

test('an answer that the provider does not take as the last message never becomes it', () => {
  const options: Options = { provider: 'mistral', onBrokenSequence: 'repair', retention: 1 }
  const messages = [user(of(10)), assistant(of(100))]
  expect(keptWithin(1_000, messages, options)).toEqual([0, 1, 2])
  expect(keptWithin(110, messages, options)).toEqual([0, 1, 'notice'])
})

test('a notice stands in for an answer and for a question that do not fit', () => {
  const pin: Options['pin'] = ({ index }) => index < 3
  const unanswered = [user(of(10)), ...exchange('a'), assistant(of(500)), user(of(10))]
  const small = sumSizes(snapshotOf(unanswered).keep(0, 1, 2, 4)) + noticeSize
  expect(keptWithin(small, unanswered, { provider: 'mistral', pin })).toEqual([0, 1, 2, 'notice', 4])
  expect(keptWithin(small + 500, unanswered, { provider: 'mistral', pin })).toEqual([0, 1, 2, 3, 4])

  const rules = rulesThat('callsFollowUserOrResults')
  const unasked = [user(of(10)), assistant(of(10)), user(of(500)), ...exchange('a'), user(of(10))]
  const both: Options = { rules, pin: ({ index }) => index === 1 || index === 3 }
  const bare = sumSizes(snapshotOf(unasked).keep(1, 3, 4, 5)) + noticeSize
  expect(keptWithin(bare, unasked, both)).toEqual([1, 'notice', 3, 4, 5])
})

test('where a question must stand before a call, it comes along', () => {
  const rules = rulesThat('callsFollowUserOrResults')
  const messages = [user(), assistant(of(10)), user(of(10)), ...exchange('a'), user(of(10))]
  expect(keptWithin(0, messages, { rules, pin: ({ index }) => index === 1 || index === 3 })).toEqual([
    1, 2, 3, 4, 5,
  ])
})

describe('an omission notice', () => {
  const noticed: Options = { omissionNotice: true }

  test('stands where content was left out', () => {
    expect(keptWithin(220 + noticeSize, conversation, noticed)).toEqual([0, 1, 'notice', 6, 7])
  })

  test('takes its room before anything optional does', () => {
    expect(keptWithin(220 + noticeSize - 1, conversation, noticed)).toEqual([0, 1, 'notice', 7])
    expect(keptWithin(120 + noticeSize - 1, conversation, noticed)).toEqual([0, 'notice', 1])
  })

  test('gives way to required content', () => {
    expect(keptWithin(20 + noticeSize - 1, conversation, noticed)).toEqual([0, 1])
  })

  test('is left out when nothing is', () => {
    expect(keptWithin(620 + noticeSize, conversation, noticed)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('is off by default', () => {
    expect(keptWithin(220, conversation)).toEqual([0, 1, 6, 7])
  })
})

describe('references', () => {
  const [one, two] = [digestOf('1'), digestOf('2')]
  const messages = [
    user(of(10)),
    ...exchange('a', referenceTo(one)),
    ...exchange('b', referenceTo(two)),
    assistant(of(100)),
  ]
  const exchangeSize = 'alook{}a'.length + 82
  const ledgerSize = (...digests: readonly string[]) => Buffer.byteLength(ledgerText(digests))

  test('of what is left out stand in a ledger, whose size is counted', () => {
    const both = 10 + ledgerSize(one, two)
    expect(keptWithin(both + 100, messages)).toEqual([0, 'ledger', 5])
    expect(keptWithin(both + 99, messages)).toEqual(['ledger', 0])
    const wordy = [user(of(10)), { ...calls('a'), content: of(100) }, ...messages.slice(2)]
    expect(keptWithin(110 + exchangeSize + ledgerSize(one), wordy)).toEqual([0, 'ledger', 3, 4, 5])
  })

  test('of what is kept do not', () => {
    const all = sumSizes(snapshotOf(messages).entries)
    expect(keptWithin(all + ledgerSize(one), messages)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('that stand in several places are in the ledger only when all of those go', () => {
    const twice = [user(of(10)), ...exchange('a', referenceTo(one)), ...exchange('b', referenceTo(one))]
    expect(keptWithin(10 + exchangeSize, twice)).toEqual([0, 3, 4])
    expect(keptWithin(10 + exchangeSize - 1, twice)).toEqual(['ledger', 0])
  })

  test('are in the ledger in the order of the list, once each', () => {
    const { snapshot, rules, forms } = snapshotOf([...messages, ...exchange('c', referenceTo(one))])
    const [ledger] = fallBack(snapshot, rules, 0, forms).entries
    expect(ledger?.reading.plainText).toBe(ledgerText([one, two]))
  })

  test('that take more room than was reserved for them cost optional content, not the limit', () => {
    const greedy: Options['forms'] = {
      ledger: (digests) => {
        const ledger = snapshotOf([]).maker.ledger(digests)
        return digests.length < 2 || digests[0] === digests[1]
          ? ledger
          : { ...ledger, size: ledger.size + 70 }
      },
    }
    const long = [...messages.slice(0, 5), ...Array.from({ length: 5 }, () => assistant(of(40)))]
    const limit = 10 + ledgerSize(one, two) + 200
    expect(keptWithin(limit, long)).toEqual([0, 'ledger', 5, 6, 7, 8, 9])
    expect(keptWithin(limit, long, { forms: greedy })).toEqual([0, 'ledger', 7, 8, 9])
  })

  test('that outgrow every reserve leave the required content', () => {
    const endless: Options['forms'] = {
      ledger: (digests) => {
        const ledger = snapshotOf([]).maker.ledger(digests)
        return digests[0] === one ? { ...ledger, size: 5_000 } : ledger
      },
    }
    const long = [...messages.slice(0, 3), assistant(of(500)), assistant(of(40))]
    expect(keptWithin(10 + ledgerSize(one) + 40, long)).toEqual([0, 'ledger', 4])
    expect(keptWithin(10 + ledgerSize(one) + 40, long, { forms: endless })).toEqual(['ledger', 0])
  })

  test('of five thousand exchanges are counted one by one', () => {
    const digests = Array.from({ length: 5_000 }, (_, index) => index.toString(16).padStart(64, '0'))
    const long = [user(of(10)), ...digests.flatMap((digest) => exchange('0', referenceTo(digest)))]
    const line = 83
    const room = 10 + ledgerSize(...digests) + 100 * (exchangeSize - line)
    const kept = keptWithin(room, long)
    expect(kept.slice(0, 3)).toEqual([0, 'ledger', 9_801])
    expect(kept).toHaveLength(2 + 200)
  })
})

describe('bodies', () => {
  const digest = digestOf('1')
  const messages = [user(of(10)), ...exchange('a', referenceTo(digest)), assistant(of(10))]

  test('go, and their references stand again', () => {
    const options: Options = { bodies: { 2: { digest, text: of(1_000) } } }
    const { snapshot, rules, forms, at } = snapshotOf(messages, options)
    const fallback = fallBack(snapshot, rules, 200, forms)
    expect(fallback.entries[2]).toBe(at(2).body?.without)
    expect(keptWithin(200, messages, options)).toEqual([0, 1, 2, 3])
  })

  test('that are a message of their own go with it', () => {
    const { snapshot, rules, forms } = snapshotOf(messages)
    const entries = snapshot.entries.map((entry) =>
      entry.position === 3
        ? {
            ...entry,
            kind: 'recoverableSegment' as const,
            body: { digest, key: digest, size: entry.size, without: null },
          }
        : entry,
    )
    const fallback = fallBack({ ...snapshot, entries }, rules, 1_000, forms)
    expect(fallback.entries.map(({ position }) => position)).toEqual([0, 1, 2])
  })
})

describe('of a list that came in broken', () => {
  // The last result answers the first call, whose id comes again in between: the two calls stand apart as long as the
  // exchange between them stays.
  const broken = [
    user(of(10)),
    calls('c'),
    ...exchange('a', of(300)),
    ...exchange('b', of(300)),
    calls('c'),
    result('c', of(10)),
    result('c', of(10)),
  ]
  const rules = rulesThat('callIdsUnique', 'resultsFollowCalls')
  const retention = 1

  test('a stretch is kept that keeps apart what must stand apart', () => {
    expect(keptWithin(450, broken, { rules, retention })).toEqual([0, 1, 4, 5, 6, 7, 8])
  })

  test('it is the whole list, too large as it is, where nothing smaller can be sent', () => {
    expect(keptWithin(200, broken, { rules, retention })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })
})
