import { describe, expect, test } from 'vitest'
import { AssemblyWorkbench } from '../../src/assembly/workbench.ts'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import type { HybridProfile, SnapshotSource } from '../../src/index.ts'
import { checkProfile } from '../../src/profile/check-profile.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { boundsOf } from '../../src/run/bounds-of.ts'
import { CallLeases } from '../../src/run/call-leases.ts'
import { noRest } from '../../src/run/reducer-rest.ts'
import { ownLeases } from '../leases/own-leases.ts'
import { bytes, exchange, user } from '../support/messages.ts'
import { deferred, quiet } from './deferred.ts'

type Message = OpenAIChatMessage

const digest = (letter: string): string => letter.repeat(64)
const reference = (letter: string): string => `artifact://sha256/${digest(letter)}`
const history = (...letters: string[]): Message[] => [
  user('Look'),
  ...letters.flatMap((letter) => exchange(letter, reference(letter))),
  user('Go on'),
]

/** A run with waiting bodies, as the workbench sees it: one body a letter, of this many bytes. */
function openBodies(
  sizes: Readonly<Record<string, number>>,
  overrides: Partial<HybridProfile<Message>> = {},
) {
  const { actor, leases: book } = ownLeases()
  const isDelivered = (letter: string): boolean => book.deliveredOf([digest(letter)]).size > 0
  const callsOfOwners = new Map<number, CallLeases>()
  const leasesOf = (owner: number): CallLeases => {
    const leases = callsOfOwners.get(owner) ?? new CallLeases(book, `${owner}`, 1)
    callsOfOwners.set(owner, leases)
    return leases
  }
  const profile = checkProfile({
    hardLimitBytes: 1_000,
    upstreamReducer: dropOldest(),
    ...overrides,
  } as HybridProfile<Message>) // the limit of bytes is never overridden by another
  const bodies = Object.entries(sizes).map(([letter, size]) => ({
    digest: digest(letter),
    key: digest(letter),
    text: bytes(size, letter),
  }))
  const assemble = async (owner: number, history: readonly Message[] | SnapshotSource<Message>) => {
    const workbench = new AssemblyWorkbench<Message>({
      history,
      dialect: openaiChat(),
      profile,
      overhead: 0,
      desk: leasesOf(owner),
      offload: null,
      bodies: () => bodies.filter(({ key }) => book.deliveredOf([key]).size === 0),
      run: {},
      callNumber: owner,
      signal: new AbortController().signal,
      rest: noRest,
      memory: null,
      onStarted: () => {},
    })
    const result = await actor.request(workbench, boundsOf(profile, false)).result
    const candidate = workbench.openState()?.candidate ?? []
    const forwarded = candidate.flatMap(({ body }) => (body ? [body.digest] : []))
    return { result, forwarded, texts: candidate.map(({ message }) => String(message.content)) }
  }
  return { assemble, isDelivered, leasesOf }
}

describe('a rehydrated body', () => {
  test('rides in the place of its reference, in one call at a time', async () => {
    const { assemble, leasesOf } = openBodies({ a: 100 })
    const first = await assemble(0, history('a'))
    const second = await assemble(1, history('a'))
    expect(first.texts[2]).toBe(bytes(100, 'a'))
    expect(second.texts[2]).toBe(reference('a'))
    expect(first.result).toMatchObject({ outcome: 'withinLimit' })
    leasesOf(0).release()
    expect((await assemble(2, history('a'))).texts[2]).toBe(bytes(100, 'a'))
  })

  test('is never offered again once it is delivered', async () => {
    const { assemble, isDelivered, leasesOf } = openBodies({ a: 100, b: 100 })
    const { forwarded } = await assemble(0, history('a', 'b'))
    leasesOf(0).send(forwarded)
    leasesOf(0).commit(forwarded)
    expect([isDelivered('a'), isDelivered('b')]).toEqual([true, true])
    const later = await assemble(1, history('a', 'b'))
    expect(later.texts.filter((text) => text.startsWith('artifact:'))).toHaveLength(2)
  })

  test('whose reference stands in no result of the list stays behind', async () => {
    const { assemble, isDelivered, leasesOf } = openBodies({ a: 100 })
    const { forwarded } = await assemble(0, [user(reference('a')), ...exchange('x')])
    expect(forwarded).toEqual([])
    leasesOf(0).commit(forwarded)
    expect(isDelivered('a')).toBe(false)
  })

  test('goes first when the list is too large, the largest first, and its reference stays', async () => {
    const { assemble, isDelivered, leasesOf } = openBodies({ a: 300, b: 700, c: 200 })
    const { result, texts, forwarded } = await assemble(0, history('a', 'b', 'c'))
    expect(texts.map((text) => text.slice(0, 9))).toEqual([
      ...['Look', 'null', 'aaaaaaaaa', 'null', 'artifact:'],
      ...['null', 'ccccccccc', 'Go on'],
    ])
    expect(result).toMatchObject({
      outcome: 'reduced',
      attemptCount: 0,
      stages: ['snapshotCaptured', 'recoverableBodyEviction', 'snapshotCaptured'],
    })
    leasesOf(0).commit(forwarded)
    expect(['a', 'b', 'c'].map((letter) => isDelivered(letter))).toEqual([true, false, true])
    expect((await assemble(1, history('a', 'b', 'c'))).forwarded).toEqual([digest('b')])
  })

  test('that another call frees meanwhile is taken up by one restart, which costs no attempt', async () => {
    const { assemble, leasesOf } = openBodies({ a: 100 })
    await assemble(0, history('a'))
    const recheck = deferred()
    let captures = 0
    const source = {
      capture: async () => {
        captures += 1
        if (captures === 2) await recheck.promise
        return { version: 1, messages: history('a') }
      },
    }
    const waiting = assemble(1, source)
    await quiet()
    leasesOf(0).release()
    recheck.resolve()
    const { result, texts } = await waiting
    expect(result).toMatchObject({ outcome: 'withinLimit', restartCount: 1, attemptCount: 0 })
    expect(texts[2]).toBe(bytes(100, 'a'))
  })
})
