import { describe, expect, test } from 'vitest'
import type { RejectionReason } from '../../machines/assembly/outcomes.ts'
import type { Entry } from '../../src/context/entry.ts'
import { sumSizes } from '../../src/context/measure.ts'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'
import { verifyProposal } from '../../src/context/verify-proposal.ts'
import { type AiSdkMessage, aiSdk } from '../../src/dialects/ai-sdk/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  approvalRequest,
  approvalResponse,
  assistant,
  bytes,
  calls,
  exchange,
  providerCall,
  reasoning,
  result,
  system,
  user,
} from '../support/messages.ts'
import {
  digestOf,
  referenceTo,
  rulesThat,
  snapshotIn,
  snapshotOf,
  type Taken,
} from '../support/snapshot-of.ts'

type List = readonly Entry<OpenAIChatMessage>[]

const long = bytes(200)
// 0 instructions, 1 and 4 old messages, 2 and 3 an old exchange, 5 a second one, 7 the task, 8 the answer.
const conversation = [
  system(),
  user('one'),
  ...exchange('a', long),
  assistant('Seen it.'),
  ...exchange('b', long),
  user('two'),
  assistant('Here.'),
]
const taken = snapshotOf(conversation)
const { maker, keep, at } = taken

/** Why a list is refused, measured against the conversation unless another one is given. */
function verify(list: List, against: Taken = taken, size?: number): readonly RejectionReason[] {
  return verifyProposal(against.snapshot, list, against.rules, size)
}

/** An entry as a message reducer changed it. */
function mutated(entry: Entry<OpenAIChatMessage>, message: OpenAIChatMessage): Entry<OpenAIChatMessage> {
  return { ...maker.foreign(message), form: 'mutated', position: entry.position }
}

describe('a proposal is accepted that', () => {
  const size = sumSizes(taken.entries)

  test('is the list itself, where no progress is due', () => {
    expect(verify(taken.entries)).toEqual([])
  })

  test('leaves out an old message', () => {
    expect(verify(keep(0, 2, 3, 4, 5, 6, 7, 8), taken, size)).toEqual([])
    expect(verify(keep(0, 1, 2, 3, 5, 6, 7, 8), taken, size)).toEqual([])
  })

  test('leaves out an exchange as a whole', () => {
    expect(verify(keep(0, 1, 4, 5, 6, 7, 8), taken, size)).toEqual([])
    expect(verify(keep(0, 1, 7), taken, size)).toEqual([])
  })

  test('leaves out everything that is not required', () => {
    expect(verify(keep(0, 7), taken, size)).toEqual([])
  })

  test('puts a summary where content was', () => {
    const summary = maker.summary('Before: one.')
    expect(verify([...keep(0), summary, ...keep(7, 8)], taken, size)).toEqual([])
    expect(
      verify([...keep(0, 1), summary, ...keep(4), maker.summary('Then: b.'), ...keep(7)], taken, size),
    ).toEqual([])
    expect(verify([...keep(0, 7), summary], taken, size)).toEqual([])
  })

  test('elides a result of an old exchange', () => {
    const elided = maker.elided(at(3))
    expect(
      verify([...keep(0, 1, 2), ...(elided ? [elided] : []), ...keep(4, 5, 6, 7, 8)], taken, size),
    ).toEqual([])
  })

  test('names the references of what it leaves out in a ledger', () => {
    const digest = digestOf('1')
    const withReference = snapshotOf([user(), ...exchange('a', referenceTo(digest)), user('two')])
    const list = [withReference.maker.ledger([digest]), ...withReference.keep(3)]
    expect(verify(list, withReference)).toEqual([])
  })

  test('leaves out a body, and keeps the reference in its place', () => {
    const digest = digestOf('1')
    const carrying = snapshotOf([user(), ...exchange('a', referenceTo(digest)), assistant()], {
      retention: 2,
      bodies: { 2: { digest, text: bytes(500) } },
    })
    const without = carrying.at(2).body?.without
    expect(
      verify([...carrying.keep(0, 1), ...(without ? [without] : []), ...carrying.keep(3)], carrying),
    ).toEqual([])
  })

  test('leaves out a required entry that is nothing but a body', () => {
    const pinned = snapshotOf([user(), assistant('body'), assistant()], { pin: ({ index }) => index === 1 })
    const { snapshot } = pinned
    const entries = pinned.entries.map((entry) =>
      entry.pinned
        ? { ...entry, body: { digest: digestOf('1'), key: digestOf('1'), size: entry.size, without: null } }
        : entry,
    )
    expect(verifyProposal({ ...snapshot, entries }, pinned.keep(0), pinned.rules, undefined)).toEqual([])
  })

  test('keeps the defects that came in, and adds none', () => {
    const broken = snapshotOf([
      calls('x'),
      user('one'),
      result('y'),
      ...exchange('a'),
      result('a'),
      user('two'),
    ])
    expect(broken.snapshot.defects).toHaveLength(3)
    expect(verify(broken.entries, broken)).toEqual([])
    expect(verify(broken.keep(0, 2, 6), broken)).toEqual([])
    expect(verify(broken.keep(1, 3, 4, 5, 6), broken)).toEqual([])
  })

  test('ends as badly as the list that came in', () => {
    const rules = rulesThat('noAssistantLast')
    const broken = snapshotOf([user(), assistant('1'), user(), assistant('2'), assistant('3')], { rules })
    expect(verify(broken.keep(0, 2, 3), broken)).toEqual([])
  })

  test('opens as badly as the list that came in', () => {
    const rules = rulesThat('opensWithUser')
    const broken = snapshotOf([system(), assistant('1'), assistant('2'), user()], { rules })
    expect(verify(broken.keep(0, 2, 3), broken)).toEqual([])
  })

  test('is as empty as the list that came in', () => {
    expect(verify([], snapshotOf([]))).toEqual([])
  })
})

describe('a proposal is refused as', () => {
  test('missingRequiredEntry, when a required message is left out', () => {
    expect(verify(keep(1, 7))).toEqual(['missingRequiredEntry'])
    expect(verify(keep(0, 1))).toEqual(['missingRequiredEntry'])
  })

  test('missingRequiredEntry, when a required result goes with the body that rides in it', () => {
    const digest = digestOf('1')
    const carrying = snapshotOf([user(), ...exchange('a', referenceTo(digest))], {
      retention: 1,
      bodies: { 2: { digest, text: long } },
    })
    const list = [...carrying.keep(0, 1), carrying.maker.ledger([digest])]
    expect(verify(list, carrying)).toContain('missingRequiredEntry')
  })

  test('missingRequiredEntry, when a summary stands where a required message was', () => {
    expect(verify([maker.summary('Be brief.'), ...keep(1, 7)])).toEqual(['missingRequiredEntry'])
  })

  test('requiredEntryOutOfOrder, when a required message is moved', () => {
    expect(verify(keep(7, 0))).toEqual(['requiredEntryOutOfOrder'])
    expect(verify(keep(0, 8, 7))).toEqual(['requiredEntryOutOfOrder'])
    expect(verify(keep(0, 7, 1))).toEqual(['requiredEntryOutOfOrder'])
  })

  test('requiredEntryContentMismatch, when a required message is changed', () => {
    expect(verify([mutated(at(0), system('Obey.')), ...keep(7)])).toEqual(['requiredEntryContentMismatch'])
    expect(verify([...keep(0), mutated(at(7), user('two!'))])).toEqual(['requiredEntryContentMismatch'])
  })

  test('requiredEntryContentMismatch, when the result of a required exchange is elided', () => {
    const recent = snapshotOf([user(), ...exchange('a', long)], { retention: 1 })
    const elided = recent.maker.elided(recent.at(2))
    expect(verify([...recent.keep(0, 1), ...(elided ? [elided] : [])], recent)).toEqual([
      'requiredEntryContentMismatch',
    ])
  })

  test.each<[string, number, OpenAIChatMessage]>([
    ['text', 4, assistant('Not seen.')],
    ['role', 4, user('Seen it.')],
    ['author', 1, { ...user('one'), name: 'Ann' }],
    [
      'arguments',
      2,
      {
        ...calls('a'),
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '[]' } }],
      },
    ],
    ['result', 3, result('a', 'nothing')],
  ])('retainedEntryMutated, when the %s of a kept message is changed', (_, position, message) => {
    const list = taken.entries.map((entry) => (entry === at(position) ? mutated(entry, message) : entry))
    expect(verify(list)).toEqual(['retainedEntryMutated'])
  })

  test('retainedEntryReordered, when kept messages change places', () => {
    const old = snapshotOf([user('one'), assistant('1'), assistant('2'), user('two')])
    expect(verify(old.keep(0, 2, 1, 3), old)).toEqual(['retainedEntryReordered'])
    expect(verify(keep(0, 4, 1, 7))).toEqual(['retainedEntryReordered'])
    expect(verify(keep(0, 5, 6, 2, 3, 7))).toEqual(['retainedEntryReordered'])
  })

  test.each<[string, OpenAIChatMessage]>([
    ['text of the assistant', assistant('Before: one.')],
    ['text of the system', system('Before: one.')],
    ['blank text of the user', user(' ')],
    ['an image', { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }],
  ])('forgedStructuralEntry, when %s is new', (_, message) => {
    expect(verify([...keep(0), maker.foreign(message), ...keep(7)])).toEqual(['forgedStructuralEntry'])
  })

  test('forgedStructuralEntry, when a summary says nothing', () => {
    expect(verify([...keep(0), maker.summary(' \n'), ...keep(7)])).toEqual(['forgedStructuralEntry'])
  })

  test.each(['original', 'repaired', 'elided', 'body', 'mutated'] as const)(
    'forgedStructuralEntry, when something of the form %s is not from the list',
    (form) => {
      const stranger = { ...maker.summary('Before: one.'), form }
      expect(verify([...keep(0), stranger, ...keep(7)])).toEqual(['forgedStructuralEntry'])
      expect(verify([...keep(0, 7), { ...stranger, position: 99 }])).toEqual(['forgedStructuralEntry'])
    },
  )

  test('forgedStructuralEntry, when a message is repeated', () => {
    expect(verify([...keep(0, 1), at(1), ...keep(7)])).toEqual(['forgedStructuralEntry'])
  })

  test('misplacedSummary, when a summary stands where nothing was left out', () => {
    const summary = maker.summary('Before: one.')
    expect(verify([...keep(0), summary, ...keep(1, 7)])).toEqual(['misplacedSummary'])
    expect(verify([summary, ...keep(0, 7, 8)])).toEqual(['misplacedSummary'])
    expect(verify([...keep(0, 7, 8), summary])).toEqual(['misplacedSummary'])
  })

  test('misplacedSummary, when a summary stands behind a result that wants an answer first', () => {
    const rules = rulesThat('noUserAfterToolResult')
    const strict = snapshotOf([user(), ...exchange('a'), assistant('1'), assistant('2')], { rules })
    const list = [...strict.keep(0, 1, 2), strict.maker.summary('Then: 1.'), ...strict.keep(4)]
    expect(verify(list, strict)).toEqual(['misplacedSummary', 'dialectRule'])
    expect(verifyProposal(strict.snapshot, list, rulesThat(), undefined)).toEqual([])
  })

  test('orphanedToolCall, when a result is left out', () => {
    expect(verify(keep(0, 2, 7))).toEqual(['orphanedToolCall'])
  })

  test('orphanedToolCall, also where the provider takes open calls', () => {
    const lenient = snapshotOf(conversation, { rules: rulesThat() })
    expect(verify(lenient.keep(0, 2, 7), lenient)).toEqual(['orphanedToolCall'])
  })

  test('orphanedToolCall, when a forged call has no result', () => {
    const forged = maker.foreign(calls('z'))
    expect(verify([...keep(0), forged, ...keep(7)])).toEqual(['forgedStructuralEntry', 'orphanedToolCall'])
  })

  test('orphanedToolResult, when a call is left out', () => {
    expect(verify(keep(0, 3, 7))).toEqual(['orphanedToolResult'])
  })

  test('orphanedToolResult, also where the provider takes results without a call', () => {
    const lenient = snapshotOf(conversation, { rules: rulesThat() })
    expect(verify(lenient.keep(0, 3, 7), lenient)).toEqual(['orphanedToolResult'])
    const forged = lenient.maker.foreign(result('z'))
    expect(verify([...lenient.keep(0), forged, ...lenient.keep(7)], lenient)).toEqual([
      'forgedStructuralEntry',
      'orphanedToolResult',
    ])
  })

  test('duplicateToolCall, when a call is repeated', () => {
    const provider = snapshotOf([user(), providerCall('a'), user('two')])
    expect(verify([...provider.keep(0, 1, 1), provider.at(2)], provider)).toEqual(['duplicateToolCall'])
  })

  test('duplicateToolCall, also where the provider takes it', () => {
    const lenient = snapshotOf(conversation, { rules: rulesThat() })
    expect(verify(lenient.keep(0, 2, 2, 3, 7), lenient)).toEqual(['duplicateToolCall'])
  })

  test('duplicateToolCall, when a forged call bears the id of another', () => {
    const lenient = snapshotOf([...conversation, providerCall('open')], { rules: rulesThat() })
    for (const id of ['a', 'open']) {
      const forged = lenient.maker.foreign(calls(id))
      expect(verify([...lenient.keep(0), forged, ...lenient.keep(7)], lenient)).toEqual([
        'forgedStructuralEntry',
        'duplicateToolCall',
      ])
    }
  })

  test('duplicateToolResult, when a result is repeated', () => {
    expect(verify(keep(0, 2, 3, 3, 7))).toEqual(['duplicateToolResult'])
  })

  test('duplicateToolResult, also where the provider takes it', () => {
    const lenient = snapshotOf(conversation, { rules: rulesThat() })
    expect(verify(lenient.keep(0, 2, 3, 3, 7), lenient)).toEqual(['duplicateToolResult'])
  })

  test('reorderedExchange, when something is put between call and result', () => {
    expect(verify([...keep(0, 2), maker.notice(), ...keep(3, 7)])).toEqual(['reorderedExchange'])
  })

  test('reorderedExchange, when a result stands before its call', () => {
    const lenient = snapshotOf(conversation, { rules: rulesThat() })
    expect(verify(lenient.keep(0, 3, 2, 7), lenient)).toEqual(['retainedEntryReordered', 'reorderedExchange'])
  })

  test('crossExchangeResult, when one forged message answers two exchanges', () => {
    const message = (role: string, type: string, ...ids: readonly string[]): AiSdkMessage => ({
      role,
      content: ids.map((toolCallId) => ({
        ...{ type, toolCallId, toolName: 'look', input: {} },
        output: { type: 'text', value: 'seen' },
      })),
    })
    const [call, answer] = ['tool-call', 'tool-result']
    const prompt = snapshotIn(
      aiSdk(),
      ['a', 'b'].flatMap((id) => [message('assistant', call ?? '', id), message('tool', answer ?? '', id)]),
      { rules: rulesThat() },
    )
    const forge = (...ids: readonly string[]) => prompt.maker.foreign(message('tool', answer ?? '', ...ids))
    const refuse = (...list: readonly Entry<AiSdkMessage>[]) =>
      verifyProposal(prompt.snapshot, list, prompt.rules, undefined)
    expect(refuse(...prompt.entries, forge('a', 'b'))).toEqual([
      'forgedStructuralEntry',
      'crossExchangeResult',
    ])
    expect(refuse(...prompt.entries, forge('a', 'a'))).toEqual(['forgedStructuralEntry'])
    expect(refuse(...prompt.entries, forge('a'), forge('b'))).toEqual(['forgedStructuralEntry'])
  })

  test('dialectRule, when the list no longer opens as the provider asks', () => {
    const strict = snapshotOf(conversation, { provider: 'compatible' })
    expect(verify(strict.keep(0, 4, 7), strict)).toEqual(['dialectRule'])
    expect(verify(strict.keep(0, 1, 4, 7), strict)).toEqual([])
  })

  test('dialectRule, when a part of a response is left out that is no call and no result', () => {
    const parts = snapshotOf([
      user(),
      reasoning(),
      assistant(),
      approvalRequest('p', 'a'),
      approvalResponse('p'),
      result('a'),
      user(),
    ])
    expect(verify(parts.keep(0, 2, 6), parts)).toEqual(['dialectRule'])
    expect(verify(parts.keep(0, 1, 6), parts)).toEqual(['dialectRule'])
    expect(verify(parts.keep(0, 3, 5, 6), parts)).toEqual(['dialectRule'])
  })

  test('dialectRule, when a defect that came in is now one of another message', () => {
    const rules = rulesThat('noUserAfterToolResult')
    const broken = snapshotOf(
      [user(), ...exchange('a'), user('1'), ...exchange('b'), assistant(), user('2')],
      { rules },
    )
    expect(broken.snapshot.defects.map(({ at }) => at)).toEqual([3])
    expect(verify(broken.keep(0, 1, 2, 3, 7), broken)).toEqual([])
    expect(verify(broken.keep(0, 4, 5, 7), broken)).toEqual(['dialectRule'])
  })

  test('lostReference, when a reference is neither in its exchange nor in the ledger', () => {
    const [one, two] = [digestOf('1'), digestOf('2')]
    const referring = snapshotOf([
      user(),
      ...exchange('a', referenceTo(one)),
      assistant(referenceTo(two)),
      user('two'),
    ])
    expect(verify(referring.keep(0, 3, 4), referring)).toEqual(['lostReference'])
    expect(
      verify([...referring.keep(0), referring.maker.ledger([two]), ...referring.keep(4)], referring),
    ).toEqual(['lostReference'])
    expect(verify(referring.keep(0, 1, 2, 3, 4), referring)).toEqual([])
  })

  test('notSmaller, when it measures as much as before', () => {
    const size = sumSizes(taken.entries)
    expect(verify(taken.entries, taken, size)).toEqual(['notSmaller'])
    expect(verify(taken.entries, taken, size + 1)).toEqual([])
    const summary = maker.summary(bytes(size))
    expect(verify([...keep(0), summary, ...keep(7)], taken, size)).toEqual(['notSmaller'])
  })

  test('emptyProposal, when nothing is left', () => {
    expect(verify([])).toEqual(['emptyProposal'])
  })

  test('emptyProposal, when nothing is left but what we add', () => {
    const digest = digestOf('1')
    const referring = snapshotOf([assistant(referenceTo(digest)), assistant()])
    expect(verify([referring.maker.ledger([digest])], referring)).toEqual(['emptyProposal'])
    expect(verify([referring.maker.notice(), referring.maker.ledger([digest])], referring)).toEqual([
      'emptyProposal',
    ])
  })
})

describe('a demand that a list newly breaks is named', () => {
  const empty = { role: 'assistant', content: '' }
  const notJson = { id: 'a', type: 'function', function: { name: 'look', arguments: '{' } }
  // Chat messages have no ids.
  type ChatDemand = Exclude<SequenceDemand, 'namedAfterReasoning'>
  const broken: Record<ChatDemand, readonly [reason: RejectionReason, ...messages: OpenAIChatMessage[]]> = {
    callsAnswered: ['orphanedToolCall', calls('a'), user()],
    resultsHaveCall: ['orphanedToolResult', result('a')],
    oneResultPerCall: ['duplicateToolResult', ...exchange('a'), result('a')],
    callIdsUnique: ['duplicateToolCall', calls('a', 'a')],
    callIdsUniqueInList: ['duplicateToolCall', ...exchange('a'), ...exchange('a')],
    callsFollowUserOrResults: ['dialectRule', assistant(), calls('a')],
    resultsFollowCalls: ['reorderedExchange', calls('a'), user(), result('a')],
    resultsInOneMessage: ['dialectRule', calls('a', 'b'), result('a'), result('b')],
    opensWithUser: ['dialectRule', assistant()],
    noUserAfterToolResult: ['dialectRule', ...exchange('a'), user()],
    noAssistantLast: ['dialectRule', assistant()],
    noReasoningAlone: ['dialectRule', reasoning()],
    noEmptyAssistant: ['dialectRule', empty],
    noEmptyAssistantBeforeLast: ['dialectRule', empty, user()],
    noAssistantWithoutContent: ['dialectRule', { role: 'assistant', content: null }],
    argumentsAreJson: ['dialectRule', { role: 'assistant', tool_calls: [notJson] }],
  }
  test.each(Object.entries(broken))('%s', (demand, [reason, ...messages]) => {
    const rules = rulesThat(demand as SequenceDemand) // a key of the record above
    const { snapshot, entries } = snapshotOf(messages, { rules })
    expect(verifyProposal({ ...snapshot, defects: [] }, entries, rules, undefined)).toEqual([reason])
    expect(verifyProposal(snapshot, entries, rules, undefined)).toEqual([])
  })
})

test('each reason is named once, and all of them are', () => {
  const reasons = verify([at(8), at(4), at(1), maker.foreign(calls('a', 'b')), at(2), at(5)], taken, 0)
  expect(new Set(reasons).size).toBe(reasons.length)
  expect(reasons).toEqual([
    'missingRequiredEntry',
    'retainedEntryReordered',
    'orphanedToolCall',
    'forgedStructuralEntry',
    'duplicateToolCall',
    'notSmaller',
  ])
})
