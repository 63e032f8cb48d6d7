import { canary } from '../privacy/find-canaries.ts'

/** Stands, in a list that can be printed and shrunk, for a value that can't. */
export interface Trap {
  readonly trap: keyof typeof springs
}

/** Makes a generated list what a host would hand over. What stands twice in it is one object in both places. */
export function setTraps(value: unknown, made: Map<unknown, unknown> = new Map()): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = made.get(value)
  if (known !== undefined) return known
  if (isTrap(value)) return springs[value.trap]()
  const copy: object = Array.isArray(value) ? [] : {}
  made.set(value, copy)
  for (const [key, item] of Object.entries(value)) {
    // Defined, not assigned: `__proto__` is a key like others.
    const isGetter = isTrap(item) && item.trap === 'getter'
    const property = isGetter ? { get: springs.getter } : { value: setTraps(item, made), writable: true }
    Object.defineProperty(copy, key, { ...property, enumerable: true, configurable: true })
  }
  return copy
}

export const trapNames = (): readonly Trap['trap'][] => Object.keys(springs) as Trap['trap'][] // its own keys

function isTrap(value: unknown): value is Trap {
  return typeof value === 'object' && value !== null && 'trap' in value && Object.keys(value).length === 1
}

class Instance {
  readonly text = canary('instance')
  get more(): string {
    throw new Error(canary('accessor'))
  }
}

const longLine = canary('line').repeat(80_000)
// Deeper than JSON.stringify reaches.
const bottomless = nest(12_000)

const fail = (place: string) => (): never => {
  throw new Error(canary(place))
}

const springs = {
  getter: fail('getter'),
  cycle: () => {
    const ring: Record<string, unknown> = { [canary('ring')]: 1 }
    ring['self'] = ring
    return ring
  },
  jsonThrows: () => ({ toJSON: fail('toJSON') }),
  jsonLies: () => ({ text: canary('hidden'), toJSON: () => canary('shown') }),
  jsonIsItself: () => {
    const self: object = { toJSON: () => self }
    return self
  },
  jsonIsNothing: () => ({ text: canary('silent'), toJSON: () => undefined }),
  listWithJson: () => Object.assign([canary('item')], { toJSON: () => canary('list') }),
  bigint: () => 2n ** 70n,
  symbol: () => Symbol(canary('symbol')),
  function: () => () => canary('function'),
  nothing: () => undefined,
  notANumber: () => Number.NaN,
  bytes: () => new Uint8Array(40),
  buffer: () => Buffer.from(canary('buffer')),
  arrayBuffer: () => new ArrayBuffer(12),
  date: () => new Date(0),
  badDate: () => new Date(Number.NaN),
  url: () => new URL(`https://a.example/${canary('url')}`),
  map: () => new Map([[canary('key'), canary('value')]]),
  set: () => new Set([canary('member')]),
  regExp: () => /kanarie/,
  promise: () => Promise.resolve(canary('promise')),
  boxed: () => Object(canary('boxed')),
  instance: () => new Instance(),
  bare: () => Object.assign(Object.create(null), { text: canary('bare') }),
  frozen: () => Object.freeze({ type: 'text', text: Object.freeze([canary('frozen')]) }),
  holes: () => Object.assign(new Array(5), { 3: canary('hole') }),
  ownNames: () => JSON.parse(`{"__proto__":{"role":"user"},"constructor":1,"hasOwnProperty":2,"toString":3}`),
  proxy: () => {
    const refuse = fail('proxy')
    return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse })
  },
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  },
  line: () => longLine,
  lines: () => `${canary('line')}\u2028\r\n`.repeat(2_000),
  deep: () => nest(200),
  bottomless: () => bottomless,
} as const

function nest(depth: number): unknown {
  let inner: unknown = canary('depth')
  for (let level = 0; level < depth; level += 1)
    inner = level % 2 ? [inner] : { type: 'text', content: inner }
  return inner
}
