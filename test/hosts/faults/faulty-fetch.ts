import type { FaultySeam } from './faulty-seam.ts'
import { streamOf } from './stream-of.ts'

/** What a provider says on the wire. */
export interface Wire {
  listOf(body: Readonly<Record<string, unknown>>): unknown
  readonly json: object
  /** Pieces of the answer as events. */
  readonly events: readonly string[]
  /** Stands in the place of the second piece where the script fails in the answer; left out, the connection breaks there. */
  readonly failing?: string
  /** What is answered with in place of an answer. */
  readonly busy: object
  readonly tooLong: object
}

/** Where an answer of a script that fails does so. */
export type FailsAt = 'fetch' | 'status' | 'stream' | 'event'

/** A `fetch` that looks at the list of each request, and asks ports before it answers. */
export function faultyFetch(seam: FaultySeam, wire: Wire, failsAt: FailsAt = 'status'): typeof fetch {
  return (_, init) => {
    const body: Readonly<Record<string, unknown>> = JSON.parse(String(init?.body))
    const signal = init?.signal ?? undefined
    const list = wire.listOf(body) as readonly unknown[] // each of these APIs has one
    const made = seam.try(list, signal)
    const { failure } = made
    const cancel = (): Promise<void> => seam.asked(signal, 'cancel')
    return seam.asked(signal).then(() => {
      if (failure === 'fails' && failsAt === 'fetch') throw seam.refusal
      if (failure === 'is too long' || (failure && failsAt === 'status')) {
        const status = failure === 'fails' ? 503 : 400
        const said = seam.parts(made, [JSON.stringify(failure === 'fails' ? wire.busy : wire.tooLong)])
        const headers = { 'content-type': 'application/json', 'retry-after-ms': '1' }
        return new Response(streamOf(bytesOf(said), cancel), { status, headers })
      }
      const streams = body['stream'] === true
      const pieces = streams ? wire.events : halvesOf(JSON.stringify(wire.json))
      const parts = seam.parts(made, pieces, failsAt === 'event' ? wire.failing : undefined)
      const headers = { 'content-type': streams ? 'text/event-stream' : 'application/json' }
      return new Response(streamOf(bytesOf(parts), cancel), { headers })
    })
  }
}

function halvesOf(text: string): readonly string[] {
  return [text.slice(0, text.length / 2), text.slice(text.length / 2)]
}

async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
