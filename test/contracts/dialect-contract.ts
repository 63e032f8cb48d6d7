import { describe, expect, test } from 'vitest'
import { utf8Bytes } from '../../src/context/measure.ts'
import type { MessageReading, ToolCallLink, ToolLink, ToolResultLink } from '../../src/context/reading.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'

/** How one message shape writes what the contract speaks of. */
export interface DialectFixture<M> {
  readonly dialect: Dialect<M>
  readonly user: (text: string) => M
  /** A user message with one content part, whatever it is. */
  readonly part: (part: unknown) => M
  /** One message that holds all calls, or one for each where the shape has it so. */
  readonly calls: (
    calls: readonly { readonly id: string; readonly name: string; readonly input: object }[],
  ) => M | readonly M[]
  readonly results: (
    results: readonly { readonly id: string; readonly name: string; readonly text: string }[],
  ) => M[]
  /** Messages that together hold each field with text, each with a word of its own `word-<number>.`. */
  readonly wordy: readonly M[]
  /** Messages of every form, for copying. They may hold classes, binary data and cycles. */
  readonly shapes: readonly M[]
}

class Opinion {
  constructor(readonly holder: string) {}
  describe(): string {
    return `held by ${this.holder}`
  }
}

/** Name, part, and the text that it is measured as. */
const oddParts: readonly (readonly [string, unknown, string])[] = [
  ['null', null, 'null'],
  ['a hole', undefined, 'null'],
  ['a number', 12, '12'],
  ['a function', () => 'never', 'null'],
  ['a symbol', Symbol('part'), 'null'],
  [
    'a BigInt',
    { type: 'weight', grams: 12345678901234567890n },
    '{"type":"weight","grams":"12345678901234567890"}',
  ],
  ['a URL', new URL('https://example.org/path'), '"https://example.org/path"'],
  [
    'a part with a URL',
    { type: 'link', to: new URL('https://a.example/') },
    '{"type":"link","to":"https://a.example/"}',
  ],
  ['binary data', new Uint8Array(30), `"${'A'.repeat(40)}"`],
  [
    'a part with binary data',
    { type: 'blob', bytes: Buffer.from('hello') },
    '{"type":"blob","bytes":"aGVsbG8="}',
  ],
  ['a class instance', { type: 'opinion', of: new Opinion('me') }, '{"type":"opinion","of":{"holder":"me"}}'],
  ['a part of an unknown type', { type: 'hologram', depth: 3 }, '{"type":"hologram","depth":3}'],
  ['a part without a type', { depth: 3 }, '{"depth":3}'],
  ['a part whose type is no text', { type: 7 }, '{"type":7}'],
  ['a part named like a property of objects', { type: '__proto__' }, '{"type":"__proto__"}'],
  ['a nested list', [['deep']], '[["deep"]]'],
]

/** What every dialect must hold, whatever its message shape. */
export function describeDialect<M>(fixture: DialectFixture<M>): void {
  const { dialect, user, part, calls, results } = fixture
  const two = [
    { id: 'call_1', name: 'search', input: { query: 'boats' } },
    { id: 'call_2', name: 'open', input: { path: '/a' } },
  ]
  const answers = [
    { id: 'call_1', name: 'search', text: 'three boats' },
    { id: 'call_2', name: 'open', text: 'empty' },
  ]

  const linksOf = (messages: M | readonly M[]): ToolLink[] =>
    [messages].flat().flatMap((message) => dialect.read(message as M).links) // of lists that are no messages

  describe(`${dialect.name}: the dialect contract`, () => {
    test('the dialect and its rules are frozen, and each rule has a source', () => {
      expect(Object.isFrozen(dialect)).toBe(true)
      expect(Object.isFrozen(dialect.rules.rules)).toBe(true)
      for (const rule of dialect.rules.rules) {
        expect(rule.id).toBe(`${dialect.rules.provider}.${rule.demand}`)
        expect(rule.source).toMatch(/^https:\/\//)
      }
    })

    test.each([
      undefined,
      null,
      7,
      7n,
      true,
      'secret canary',
      Symbol('secret canary'),
      ['secret canary'],
      new Uint8Array(2),
    ])('what is no message throws a TypeError without content (%#)', (hole) => {
      const read = (): MessageReading => dialect.read(hole as M) // the point of the test
      expect(read).toThrow(TypeError)
      expect(read).not.toThrow(/canary/)
    })

    test('a value without a JSON form throws a TypeError without content', () => {
      const canary: Record<string, unknown> = { type: 'odd' }
      canary['canary'] = canary
      const read = (): MessageReading => dialect.read(part(canary))
      expect(read).toThrow(TypeError)
      expect(read).not.toThrow(/canary/)
    })

    test.each(oddParts)('%s is read as opaque content, at its encoded length', (_, odd, text) => {
      const reading = dialect.read(part(odd))
      expect(reading.pieces).toEqual([{ type: 'opaque', text }])
      expect(utf8Bytes.estimate(reading)).toBe(Buffer.byteLength(text))
      expect(reading.empty).toBe(false)
      expect(reading.plainText).toBeUndefined()
    })

    test('a lone surrogate counts as the three bytes that it is sent as', () => {
      expect(utf8Bytes.estimate(dialect.read(user('\ud800')))).toBe(3)
    })

    test('an object without anything is read', () => {
      const reading = dialect.read({} as M) // the point of the test
      expect(reading).toMatchObject({ role: 'other', pieces: [], links: [], empty: true })
    })

    test('every text is measured once', () => {
      const read = fixture.wordy.flatMap((message) => textsOf(dialect.read(message))).join('\n')
      const words = [...JSON.stringify(fixture.wordy).matchAll(/word-\d+\./g)].map(([word]) => word)
      expect(new Set(words).size).toBe(words.length)
      for (const word of words) expect([word, read.split(word).length - 1]).toEqual([word, 1])
    })

    test('reading changes nothing and is repeatable', () => {
      for (const message of [...fixture.wordy, ...fixture.shapes]) {
        deepFreeze(message)
        expect(plain(dialect.read(message))).toEqual(plain(dialect.read(message)))
      }
    })

    test('a copy is read like its original', () => {
      for (const message of [...fixture.wordy, ...fixture.shapes]) {
        expect(plain(dialect.read(dialect.copy(message)))).toEqual(plain(dialect.read(message)))
      }
    })

    test('a copy can be emptied while its original is frozen', () => {
      for (const message of [...fixture.wordy, ...fixture.shapes]) {
        deepFreeze(message)
        const before = plain(dialect.read(message))
        const copy = dialect.copy(message)
        expect(sharedObjects(message, copy)).toEqual([])
        destroy(copy, new Set())
        expect(plain(dialect.read(message))).toEqual(before)
      }
    })

    test('calls and results pair by their keys', () => {
      const called = linksOf(calls(two))
      const answered = results(answers).flatMap((message) => dialect.read(message).links)
      expect(called.map(({ type, key }) => [type, key])).toEqual([
        ['call', 'call_1'],
        ['call', 'call_2'],
      ])
      expect(answered.map(({ type, key }) => [type, key])).toEqual([
        ['result', 'call_1'],
        ['result', 'call_2'],
      ])
      expect(called).toMatchObject([
        { name: 'search', argumentsAreJson: true, providerExecuted: false },
        { name: 'open', argumentsAreJson: true, providerExecuted: false },
      ])
      expect(answered).toMatchObject([
        { text: 'three boats', elidable: true },
        { text: 'empty', elidable: true },
      ])
    })

    test('eliding keeps id, order and role, and leaves the original alone', () => {
      for (const message of results(answers)) {
        deepFreeze(message)
        const before = dialect.read(message)
        const places = before.links.map((_, place) => place)
        const elided = dialect.elide(message, places, 'gone')
        const after = dialect.read(elided)
        expect(elided).not.toBe(message)
        expect(after.role).toBe(before.role)
        expect(after.links.map(({ key }) => key)).toEqual(before.links.map(({ key }) => key))
        expect(resultLinks(after).map(({ text }) => text)).toEqual(places.map(() => 'gone'))
        expect(plain(dialect.read(message))).toEqual(plain(before))
      }
    })

    test('eliding nothing changes no content', () => {
      for (const message of results(answers)) {
        expect(plain(dialect.read(dialect.elide(message, [], 'gone')))).toEqual(plain(dialect.read(message)))
      }
    })

    test('a message whose results are all kept stays, without any it is gone', () => {
      for (const message of results(answers)) {
        deepFreeze(message)
        expect(dialect.keepResults(message, () => true)).toEqual(message)
        expect(dialect.keepResults(message, () => false)).toBeUndefined()
      }
      expect(dialect.keepResults(user('hello'), () => false)).toEqual(user('hello'))
    })

    test('results can be had without what stands beside them', () => {
      for (const message of results(answers)) {
        expect(dialect.keepResults(message, () => true, false)).toBe(message)
        expect(dialect.keepResults(message, () => false, false)).toBeUndefined()
      }
      expect(dialect.keepResults(user('hello'), () => true, false)).toBeUndefined()
    })

    test('calls and results get other keys, and nothing else changes', () => {
      const keys = new Map([[0, 'call_9']])
      const none = new Map<number, string>()
      const [called] = [calls(two)].flat() as M[] // of lists that are no messages
      const [answered] = results(answers)
      if (!called || !answered) throw new Error('a fixture calls and answers')
      for (const [message, change] of [
        [called, { calls: keys, results: none, approvalRequests: none }],
        [answered, { calls: none, results: keys, approvalRequests: none }],
      ] as const) {
        deepFreeze(message)
        const renamed = dialect.renameLinks(message, change)
        expect(JSON.stringify(renamed)).toBe(JSON.stringify(message).replace('call_1', 'call_9'))
        expect(dialect.read(renamed).links[0]?.key).toBe('call_9')
        expect(dialect.renameLinks(message, { calls: none, results: none, approvalRequests: none })).toBe(
          message,
        )
      }
    })

    test('results that may stand in one message are joined in their order', () => {
      if (!dialect.joinResults) return
      const [first, second] = [results(answers.slice(0, 1)), results(answers.slice(1))]
      const joined = dialect.joinResults([...first, ...second])
      expect(resultLinks(dialect.read(joined)).map(({ key }) => key)).toEqual(['call_1', 'call_2'])
    })

    test('answers pair with the calls that they answer, in order', () => {
      const open = linksOf(calls(two)).filter((link): link is ToolCallLink => link.type === 'call')
      const answered = dialect.answerCalls(open, 'no result').map((message) => dialect.read(message))
      expect(answered.map(({ role }) => role)).toEqual(answered.map(() => 'tool'))
      expect(answered.flatMap(resultLinks)).toMatchObject([
        { key: 'call_1', text: 'no result' },
        { key: 'call_2', text: 'no result' },
      ])
      expect(dialect.answerCalls([], 'no result')).toEqual([])
    })

    test('text of ours reads as plain user text', () => {
      const reading = dialect.read(dialect.userText('a summary'))
      expect(reading).toMatchObject({ role: 'user', plainText: 'a summary', links: [], empty: false })
      expect(reading.pieces).toEqual([{ type: 'text', text: 'a summary' }])
      expect(dialect.userText('a summary')).toEqual(user('a summary'))
    })

    test('text of ours in the place of an answer reads as plain text of the assistant', () => {
      const reading = dialect.read(dialect.assistantText('no answer'))
      expect(reading).toMatchObject({ role: 'assistant', plainText: 'no answer', links: [], empty: false })
      expect(reading.pieces).toEqual([{ type: 'text', text: 'no answer' }])
    })
  })
}

function textsOf(reading: MessageReading): string[] {
  return reading.pieces.flatMap((piece) => (piece.type === 'file' ? [] : [piece.text]))
}

function resultLinks(reading: MessageReading): ToolResultLink[] {
  return reading.links.filter((link): link is ToolResultLink => link.type === 'result')
}

function plain(reading: MessageReading): unknown {
  const links = reading.links.map((link) =>
    link.type === 'call' ? { ...link, argumentsAreJson: link.argumentsAreJson } : link,
  )
  return { ...reading, links }
}

function deepFreeze(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  for (const key of Reflect.ownKeys(value)) {
    const descriptor = Object.getOwnPropertyDescriptor(value, key)
    if (descriptor && 'value' in descriptor) deepFreeze(descriptor.value, seen)
  }
  // The engine refuses to freeze the elements of a view.
  if (!ArrayBuffer.isView(value)) Object.freeze(value)
}

function objectsIn(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found
  found.add(value)
  if (ArrayBuffer.isView(value)) found.add(value.buffer)
  else for (const key of Reflect.ownKeys(value)) objectsIn(Reflect.get(value, key), found)
  return found
}

function sharedObjects(original: unknown, copy: unknown): object[] {
  const originals = objectsIn(original)
  return [...objectsIn(copy)].filter((object) => originals.has(object))
}

function destroy(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (value instanceof Uint8Array) {
    value.fill(255)
    return
  }
  if (value instanceof URL) {
    value.href = 'https://example.net/'
    return
  }
  for (const key of Reflect.ownKeys(value)) {
    destroy(Reflect.get(value, key), seen)
    if (!Array.isArray(value) || key !== 'length') Reflect.deleteProperty(value, key)
  }
}
