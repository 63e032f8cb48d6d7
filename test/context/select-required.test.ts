import { describe, expect, test } from 'vitest'
import { selectRequired } from '../../src/context/select-required.ts'
import { isRequired } from '../../src/context/snapshot.ts'
import { type AnthropicMessage, anthropic } from '../../src/dialects/anthropic/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  approvalRequest,
  approvalResponse,
  assistant,
  calls,
  compaction,
  exchange,
  reasoning,
  result,
  system,
  user,
} from '../support/messages.ts'
import {
  digestOf,
  referenceTo,
  type SnapshotOptions,
  snapshotIn,
  snapshotOf,
} from '../support/snapshot-of.ts'

/** Positions of the messages that are required. */
function required(messages: readonly OpenAIChatMessage[], options: SnapshotOptions = {}): number[] {
  const { snapshot, entries } = snapshotOf(messages, options)
  return entries.flatMap((_, position) => (isRequired(snapshot, position) ? [position] : []))
}

const image: OpenAIChatMessage = {
  role: 'user',
  content: [{ type: 'image_url', image_url: { url: 'data:' } }],
}

describe('whatever its age', () => {
  test('instructions are required, of the system and of the developer', () => {
    const developer = { role: 'developer', content: 'Be brief.' }
    expect(required([system(), assistant(), developer, assistant(), system()])).toEqual([0, 2, 4])
  })

  test.each([
    ['authoritativeSessionState', [0]],
    ['approvalSecurityState', [0]],
    ['optionalContext', []],
    ['conversationalMessage', []],
    ['summary', []],
  ] as const)('what the host calls %s is required or not', (kind, positions) => {
    const classifier: SnapshotOptions['classifier'] = ({ text }) => (text === 'state' ? kind : undefined)
    expect(required([assistant('state'), assistant()], { classifier })).toEqual(positions)
  })

  test('an approval that waits is required with its call and all that belongs to the exchange', () => {
    const messages = [calls('a', 'b'), result('b'), approvalRequest('p', 'a', false), assistant()]
    expect(required(messages)).toEqual([0, 1, 2])
  })

  test('an approval that was answered is not', () => {
    const messages = [approvalRequest('p', 'a'), approvalResponse('p'), result('a'), assistant()]
    expect(required(messages)).toEqual([])
  })

  test('an answer to an approval whose request is not in the list is', () => {
    const messages = [user(), approvalResponse('p'), ...Array.from({ length: 5 }, () => user())]
    expect(required(messages, { retention: 1 })).toEqual([1, 6])
  })

  test('what the host pins is required with its unit', () => {
    expect(required([...exchange('a'), ...exchange('b')], { pin: ({ index }) => index === 1 })).toEqual([
      0, 1,
    ])
  })

  test('only the newest compaction item is required', () => {
    expect(required([compaction(), assistant(), compaction(), assistant()])).toEqual([2])
  })

  test('references are not: they may stand in the ledger', () => {
    const reference = referenceTo(digestOf('1'))
    expect(required([assistant(reference), ...exchange('a', reference), assistant()])).toEqual([])
  })

  test('defects are not', () => {
    expect(required([calls('a'), assistant(), result('b'), assistant()])).toEqual([])
  })
})

describe('the task', () => {
  test('is the newest user message with text', () => {
    expect(required([user('one'), user('two'), assistant()])).toEqual([1])
  })

  test.each([
    ['without text', image],
    ['of blanks', user(' \n')],
    ['that is a reference', user(referenceTo(digestOf('1')))],
  ])('is not a user message %s', (_, message) => {
    expect(required([user(), assistant(), message])).toEqual([0])
  })

  test.each(['summary', 'optionalContext'] as const)('is not what the host calls %s', (kind) => {
    const classifier: SnapshotOptions['classifier'] = ({ index }) => (index === 1 ? kind : undefined)
    expect(required([user('one'), user('two')], { classifier })).toEqual([0])
  })

  test('may have an image beside its text', () => {
    const both = { role: 'user', content: [{ type: 'text', text: 'See' }, ...(image.content as unknown[])] } // a list, as written above
    expect(required([user(), both, assistant()])).toEqual([1])
  })

  describe('beside results', () => {
    const answer = (...texts: readonly string[]): AnthropicMessage => ({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'seen' },
        ...texts.map((text) => ({ type: 'text', text })),
      ],
    })
    const call: AnthropicMessage = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }],
    }
    const requiredOf = (...messages: readonly AnthropicMessage[]): number[] => {
      const { snapshot, entries } = snapshotIn(anthropic(), messages)
      return entries.flatMap((_, position) => (isRequired(snapshot, position) ? [position] : []))
    }
    const [question, reply] = ['user', 'assistant'].map((role) => ({ role, content: 'So?' }))
    if (!question || !reply) throw new Error('two messages were made')

    test('is required with its exchange, and the newest message of the user too', () => {
      expect(requiredOf(question, question, call, answer('Now go on.'), reply)).toEqual([1, 2, 3])
    })

    test('is not when the user says something later', () => {
      expect(requiredOf(question, call, answer('Now go on.'), reply, question)).toEqual([4])
    })

    test('is not a result', () => {
      expect(requiredOf(question, call, answer(), reply)).toEqual([0])
      expect(requiredOf(question, call, answer(' '), reply)).toEqual([0])
    })

    test('is not what the assistant says beside a call', () => {
      const content = [{ type: 'text', text: 'Let me look.' }, ...(call.content as { type: string }[])] // as written above
      expect(requiredOf(question, { ...call, content }, answer(), reply)).toEqual([0])
    })

    test('may stand in a message of the user role', () => {
      const content = [
        { type: 'tool-result', toolCallId: 'a', text: 'seen' },
        { type: 'text', text: 'Now go on.' },
      ]
      expect(required([user(), calls('a'), { role: 'user', content }, assistant()])).toEqual([0, 1, 2])
    })
  })

  test('can be pinned together with the first user message', () => {
    const messages = [assistant(), image, user('one'), assistant(), user('two'), user('three')]
    expect(required(messages, { pinFirstUserMessage: true })).toEqual([2, 5])
    expect(required(messages, { pinFirstUserMessage: false })).toEqual([5])
  })

  test('is not there in a list without one', () => {
    expect(required([assistant(), ...exchange('a')], { pinFirstUserMessage: true })).toEqual([])
  })
})

describe('retention', () => {
  const loop = [user(), ...exchange('a'), ...exchange('b'), calls('c', 'd'), result('c'), result('d')]

  test('counts units: an exchange is one, whatever it holds', () => {
    expect(required(loop, { retention: 1 })).toEqual([0, 5, 6, 7])
    expect(required(loop, { retention: 2 })).toEqual([0, 3, 4, 5, 6, 7])
  })

  test('of 0 keeps nothing', () => {
    expect(required([assistant(), ...exchange('a')], { retention: 0 })).toEqual([])
  })

  test('of more than there is keeps all', () => {
    expect(required([assistant(), ...exchange('a')], { retention: 9 })).toEqual([0, 1, 2])
  })

  test('keeps at least as many of the newest messages, also when they come late for an old exchange', () => {
    const messages = [calls('a'), assistant('1'), assistant('2'), assistant('3'), result('a')]
    expect(required(messages, { retention: 1 })).toEqual([0, 3, 4])
    expect(required(messages, { retention: 2 })).toEqual([0, 2, 3, 4])
  })

  test('passes over what is neither message nor exchange', () => {
    const classifier: SnapshotOptions['classifier'] = ({ text }) =>
      text === 'note' ? 'optionalContext' : text === 'before' ? 'summary' : undefined
    const messages = [
      assistant('1'),
      assistant('2'),
      assistant('before'),
      assistant('note'),
      assistant(referenceTo(digestOf('1'))),
      system(),
    ]
    expect(required(messages, { classifier, retention: 1 })).toEqual([1, 5])
  })

  test('counts an exchange that opens with reasoning, whatever the host calls that', () => {
    const classifier: SnapshotOptions['classifier'] = ({ role, text }) =>
      role === 'assistant' && text === undefined ? 'optionalContext' : undefined
    const messages = [assistant(), reasoning(), calls('a', 'b'), result('a'), result('b'), assistant('next')]
    expect(required(messages, { classifier, retention: 2 })).toEqual([1, 2, 3, 4, 5])
  })
})

test('an empty list requires nothing', () => {
  expect(
    selectRequired(
      [],
      { units: [], unitOf: [] },
      { recentMessageRetentionCount: 3, pinFirstUserMessage: true },
    ).size,
  ).toBe(0)
})

test('a place outside the list is not required', () => {
  const { snapshot } = snapshotOf([user()])
  expect([-1, 0, 1].map((position) => isRequired(snapshot, position))).toEqual([false, true, false])
})
