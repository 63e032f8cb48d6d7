import Anthropic from '@anthropic-ai/sdk'
import { AssemblyTerminatedError, CompositionError } from 'plimsoll'
import { boundAnthropic, boundMessages } from 'plimsoll/anthropic'
import { expect, expectTypeOf, test } from 'vitest'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { ask, connect, type Middleware, rejection } from './connect.ts'

const tooLarge = ask('p'.repeat(5_000))

test('a bounded client is a copy of the same type, and the client itself stays as it is', async () => {
  const seen: string[] = []
  const outer: Middleware = (request, next) => {
    seen.push(request.url)
    return next(request)
  }
  const { client, server } = await connect([], { middleware: [outer] })
  const watched = watchRun(plimsollOf())
  const bound = boundAnthropic(client, watched.run)
  expectTypeOf(bound).toEqualTypeOf<Anthropic>()
  expect(bound).toBeInstanceOf(Anthropic)
  expect(bound).toMatchObject({ baseURL: client.baseURL, apiKey: 'none', maxRetries: client.maxRetries })
  await bound.messages.create(ask('Hi.'))
  expect(watched.settled).toEqual(['commit'])
  expect(await rejection(bound.beta.messages.create(tooLarge))).toBeInstanceOf(AssemblyTerminatedError)
  expect(server.log).toHaveLength(1)
  await client.messages.create(tooLarge)
  expect(server.log).toHaveLength(2)
  expect(seen).toHaveLength(3)
})

test('a copy of a bounded client is bounded', async () => {
  const { client, server } = await connect([])
  const copy = boundAnthropic(client, plimsollOf()).withOptions({ maxRetries: 0 })
  expect(await rejection(copy.messages.create(tooLarge))).toBeInstanceOf(AssemblyTerminatedError)
  expect(server.log).toHaveLength(0)
})

test('a client keeps the class of its platform', () => {
  class PlatformClient extends Anthropic {}
  const bound = boundAnthropic(new PlatformClient({ apiKey: 'none' }), plimsollOf())
  expectTypeOf(bound).toEqualTypeOf<PlatformClient>()
  expect(bound).toBeInstanceOf(PlatformClient)
})

test('a client is bound once', () => {
  const client = new Anthropic({ apiKey: 'none' })
  const bounds = [
    boundAnthropic(client, plimsollOf()),
    client.withOptions({ middleware: [boundMessages(plimsollOf())] }),
  ]
  for (const bound of bounds) {
    const error = expect.objectContaining({ problem: 'alreadyWrapped' })
    expect(() => boundAnthropic(bound, plimsollOf())).toThrow(error)
  }
})

test.each([null, 'claude', {}, { middleware: [] }, { withOptions: () => {} }])(
  '%j is no client that can be bound',
  (client) => {
    const bind = () => boundAnthropic(client as never, plimsollOf()) // what types forbid, plain JavaScript may pass
    expect(bind).toThrow(CompositionError)
    expect(bind).toThrow(expect.objectContaining({ problem: 'unsupportedClient' }))
  },
)
