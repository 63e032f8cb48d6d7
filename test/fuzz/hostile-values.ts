import { fc } from '@fast-check/vitest'
import { canary } from '../privacy/find-canaries.ts'
import { digestOf, referenceTo } from '../support/snapshot-of.ts'
import { type Trap, trapNames } from './trap.ts'

export type Fields = Record<string, unknown>

const said = canary('said')
const reference = referenceTo(digestOf('1'))

const traps: fc.Arbitrary<Trap> = fc.constantFrom(...trapNames().map((trap) => ({ trap })))

const strangeTexts = fc.constantFrom<unknown>(
  ...['', ' ', '\ud800', `\udc00${said}`, `${said}\u2028${said}\u2029`, `\u0000${said}\u0007`],
  ...['__proto__', 'constructor', 'toString', 'then', `${said}é€😀`, '{"a":1}', '{"a":', '"', '\\'],
  ...[reference, `${said}\n${reference}`, `data:image/png;base64,${said}`, 'data:,', 'https://a.example/x'],
  '[tool result left out to keep the request within its size limit]',
  `References from earlier messages that were left out of this request:\n${reference}`,
  { trap: 'line' } satisfies Trap,
  { trap: 'lines' } satisfies Trap,
)

/** What people, models and tools say: mostly ordinary texts, and whatever a string can be. */
export const text: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.integer({ min: 1, max: 60 }).map((count) => `${said} `.repeat(count)),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: strangeTexts },
)

/** Ids, of which few differ. */
export const id: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['', ' ', '__proto__', 'constructor', '\ud800', 'a|fc_1', '|', '0:look', '1:look', '0 a'],
      said.repeat(2_000),
    ),
  },
)

/** Arguments as a text: JSON, mostly. */
export const jsonText: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('{}', `{"at":"${said}"}`, '[]', 'null') },
  { weight: 1, arbitrary: text },
)

/** Anything at all. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: traps },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, 0, -1, 1e300, true, false, '', [], {}, [[]], said) },
  { weight: 1, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.object({
      maxDepth: 3,
      maxKeys: 4,
      key: fc.constantFrom('type', 'text', 'id', 'role', 'content', '__proto__', 'toJSON', said, ''),
      withBigInt: false,
    }),
  },
)

/** A value like arguments or an output: an object of texts, mostly. */
export const data: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: text.map((value) => ({ value })) },
  { weight: 1, arbitrary: anything },
)

/** Base64, more or less. */
export const base64: fc.Arbitrary<unknown> = fc.constantFrom('', 'iVBORw0KGgo=', 'iVBO'.repeat(60), said)

const strangeKeys = fc.constantFrom(
  ...['__proto__', 'constructor', 'cache_control', 'cacheControl', 'providerOptions', 'providerData', 'then'],
  ...['toJSON', 'type', 'id', 'name', 'content', 'role', 'length', '0', '', said],
)

type Change =
  | { readonly does: 'drop'; readonly at: number }
  | { readonly does: 'replace'; readonly at: number; readonly value: unknown }
  | { readonly does: 'add'; readonly key: string; readonly value: unknown }

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ does: fc.constant('drop' as const), at: fc.nat(9) }),
  fc.record({ does: fc.constant('replace' as const), at: fc.nat(9), value: anything }),
  fc.record({ does: fc.constant('add' as const), key: strangeKeys, value: anything }),
)

/** An object with these fields. Now and then one is missing, is something else, or is joined by a field of its own. */
export function shape(fields: Fields): fc.Arbitrary<Fields> {
  const values = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof fc.Arbitrary ? value : fc.constant(value),
    ]),
  )
  const change = fc.oneof(
    { weight: 24, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: changes },
  )
  return fc.tuple(fc.record(values), change).map(([object, made]) => applyChange(object, made))
}

function applyChange(object: Fields, change: Change | undefined): Fields {
  if (!change) return object
  const entries = Object.entries(object)
  if (change.does === 'add') return Object.fromEntries([...entries, [change.key, change.value]])
  const at = change.at % Math.max(1, entries.length)
  const [name = ''] = entries[at] ?? []
  const others = entries.filter((_, place) => place !== at)
  return Object.fromEntries(change.does === 'drop' ? others : [...others, [name, change.value]])
}

/** A list of a few of these. */
export function several<T>(items: fc.Arbitrary<T>, most = 3): fc.Arbitrary<T[]> {
  return fc.array(items, { maxLength: most })
}

/** One of these; the first most often. */
export function oneOf<T>(first: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 1 + others.length, arbitrary: first }, ...others)
}
