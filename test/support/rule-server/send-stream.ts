import type { ServerResponse } from 'node:http'
import type { StreamEvent } from './answer.ts'
import type { AnswerTurn } from './scripted-turn.ts'

interface StreamPlan {
  readonly events: readonly StreamEvent[]
  readonly turn: AnswerTurn
  /** The provider's error in the middle of a stream. */
  readonly error: StreamEvent
  /** False sends one JSON array in place of server-sent events. */
  readonly sendsEvents: boolean
}

/** Sends the events, waits at the turn's gate, and breaks off where the turn says so. */
export async function sendStream(response: ServerResponse, plan: StreamPlan): Promise<void> {
  const { events, turn, sendsEvents } = plan
  response.writeHead(200, { 'content-type': sendsEvents ? 'text/event-stream' : 'application/json' })
  response.flushHeaders()
  const frame = sendsEvents ? eventFrame : arrayFrames()
  const breaksAt = turn.breaks ? breakPlace(events, turn.breaks.after) : -1
  let waits = turn.gate !== undefined
  for (const [at, event] of events.entries()) {
    if (response.destroyed) return
    if (at === breaksAt) {
      if (turn.breaks?.by === 'disconnect') response.destroy()
      else response.end(frame(plan.error))
      return
    }
    await write(response, frame(event))
    if (!(waits && event.isContent)) continue
    waits = false
    await waitAt(turn, response)
  }
  response.end(sendsEvents ? undefined : ']')
}

/** Waits until the turn's gate is open, or until the client is gone. */
export async function waitAt({ gate }: AnswerTurn, response: ServerResponse): Promise<void> {
  gate?.arrive()
  await Promise.race([gate?.opened, closed(response)])
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve()
    else response.once('close', () => resolve())
  })
}

// Directly behind the last piece that is still sent; before the first piece when there is none to send.
function breakPlace(events: readonly StreamEvent[], after: number): number {
  const pieces = events.flatMap(({ isContent }, at) => (isContent ? [at] : []))
  const place = after === 0 ? pieces[0] : pieces[after - 1]
  if (place === undefined) return events.length - 1
  return after === 0 ? place : place + 1
}

function eventFrame({ name, data }: StreamEvent): string {
  const head = name === undefined ? '' : `event: ${name}\n`
  return `${head}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

function arrayFrames(): (event: StreamEvent) => string {
  let separator = '['
  return ({ data }) => {
    const text = `${separator}${JSON.stringify(data)}`
    separator = ',\n'
    return text
  }
}

// A piece is on its way before the next one is made, so that a lost connection cuts where the script says.
function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    response.write(text, () => resolve())
  })
}
