import * as z from 'zod'
import { eventSchema } from '../observability/event-schema.ts'
import { uuid, wholeNumber } from '../observability/schema-parts.ts'
import {
  numberKeys,
  safeEventType,
  safeName,
  safeSession,
  safeState,
  safeStateId,
  stateValue,
  unknownText,
} from './chart-vocabulary.ts'

const session = () => z.string().refine((text) => safeSession(text) !== null)
const name = () => z.string().refine((text) => text === unknownText || safeName(text) === text)
const eventType = () => z.string().refine((text) => text === unknownText || safeEventType(text) === text)
const state = () => z.string().refine((text) => safeState(stateValue(text)) !== null)
const stateId = () => z.string().refine((text) => safeStateId(text) !== null)
const numbers = () => z.partialRecord(z.enum(numberKeys), z.number())

/** One line of a recording. Strict, and every text of it is one of ours: a state, an event type, an id. */
export const recordingLineSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('recording'), version: z.literal(1) }),
  z.strictObject({ type: z.literal('event'), event: eventSchema }),
  z.strictObject({
    type: z.literal('actor'),
    at: wholeNumber(),
    actor: session(),
    root: session(),
    parent: session().nullable(),
    name: name(),
    assemblyId: uuid().nullable(),
  }),
  z.strictObject({
    type: z.literal('sent'),
    at: wholeNumber(),
    actor: session(),
    root: session(),
    source: session().nullable(),
    event: eventType(),
  }),
  z.strictObject({
    type: z.literal('microstep'),
    at: wholeNumber(),
    actor: session(),
    event: eventType(),
    transitions: z.array(z.strictObject({ from: stateId(), to: stateId().nullable() })).readonly(),
    state: state().nullable(),
    numbers: numbers(),
  }),
  z.strictObject({
    type: z.literal('macrostep'),
    at: wholeNumber(),
    actor: session(),
    root: session(),
    event: eventType(),
    status: z.enum(['active', 'done', 'error', 'stopped']),
    state: state().nullable(),
    numbers: numbers(),
  }),
])

/** One line of a recording: a frame of an actor, or an event of the run. */
export type RecordingLine = z.infer<typeof recordingLineSchema>

/**
 * Reads a recording, and checks each line.
 *
 * @throws TypeError naming the first line that is none of ours, never what stands in it
 */
export function readRecording(text: string): readonly RecordingLine[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, index) => {
    const parsed = recordingLineSchema.safeParse(parse(line))
    if (!parsed.success) {
      throw new TypeError(
        `Line ${index + 1} is not one of a recording. Pass a file that recordRun() of this version wrote.`,
      )
    }
    return parsed.data
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
