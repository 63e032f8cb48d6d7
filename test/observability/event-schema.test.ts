import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { eventSchema, type PlimsollEvent } from '../../src/observability/index.ts'
import { canary } from '../privacy/find-canaries.ts'
import { EventLog } from './event-log.ts'
import { play, situations } from './situations.ts'

const schema = z.toJSONSchema(eventSchema)

/** Every part of a JSON schema that lets a string in, with its path. */
function stringParts(node: unknown, path = '$'): { path: string; node: Record<string, unknown> }[] {
  if (typeof node !== 'object' || node === null) return []
  const record = node as Record<string, unknown> // an object, as checked
  const letsStringsIn =
    record['type'] === 'string' ||
    [record['const'], ...(Array.isArray(record['enum']) ? record['enum'] : [])].some(
      (value) => typeof value === 'string',
    )
  return [
    ...(letsStringsIn ? [{ path, node: record }] : []),
    ...Object.entries(record).flatMap(([key, part]) => stringParts(part, `${path}.${key}`)),
  ]
}

/** Every object of a JSON schema. */
function objectParts(node: unknown): Record<string, unknown>[] {
  if (typeof node !== 'object' || node === null) return []
  const record = node as Record<string, unknown> // an object, as checked
  return [...(record['type'] === 'object' ? [record] : []), ...Object.values(record).flatMap(objectParts)]
}

test('each string of an event is a closed literal, an id, or a unit label', () => {
  const open: string[] = []
  const kinds = { literal: 0, pattern: 0 }
  for (const { path, node } of stringParts(schema)) {
    const { pattern } = node
    if (node['const'] !== undefined || node['enum'] !== undefined) kinds.literal += 1
    else if (typeof pattern === 'string' && /^\^[^ .]*(\._:-)?[^ .]*\$$/.test(pattern)) kinds.pattern += 1
    else open.push(path)
  }
  expect(open).toEqual([])
  expect(kinds.literal).toBeGreaterThan(15)
  expect(kinds.pattern).toBeGreaterThan(15)
})

test('the walk finds a string that is open', () => {
  const leaky = z.toJSONSchema(z.strictObject({ note: z.string(), list: z.array(z.string().min(1)) }))
  expect(stringParts(leaky).filter(({ node }) => node['pattern'] === undefined)).toHaveLength(2)
})

test('no part of an event takes fields that it does not name', () => {
  const objects = objectParts(schema)
  expect(objects.length).toBeGreaterThan(8)
  for (const part of objects) expect(part['additionalProperties']).toBe(false)
})

test('the schema and the type say the same', () => {
  expectTypeOf<z.infer<typeof eventSchema>>().toExtend<PlimsollEvent>()
  expectTypeOf<PlimsollEvent>().toExtend<z.infer<typeof eventSchema>>()
})

describe.each(situations)('when $name', (situation) => {
  test('its events pass the schema as they are, and again after a round trip', async () => {
    const log = new EventLog()
    const { sending } = play(situation, { report: log.report })
    await sending.catch(() => {})
    for (const event of log.events) {
      expect(eventSchema.parse(event)).toEqual(event)
      expect(eventSchema.parse(JSON.parse(JSON.stringify(event)))).toEqual(event)
    }
  })
})

test('sizes and counts that are none are refused', async () => {
  const log = new EventLog()
  await play(situations[1] as (typeof situations)[number], { report: log.report }).sending // it has one
  const completed = log.events.find(({ type }) => type === 'assembly.completed')
  if (completed?.type !== 'assembly.completed') throw new Error('the call was completed')
  const { diagnostics } = completed
  const [category] = diagnostics.categories
  for (const wrong of [-1, 0.5, Number.NaN, Number.NEGATIVE_INFINITY, '1', null]) {
    const parts = ['finalSize', 'attemptCount', 'droppedEntryCount'].map((key) => ({ [key]: wrong }))
    const contributions = ['size', 'entryCount'].map((key) => ({
      categories: [{ ...category, [key]: wrong }],
    }))
    for (const part of [...parts, ...contributions]) {
      const event = { ...completed, diagnostics: { ...diagnostics, ...part } }
      expect(eventSchema.safeParse(event).success, JSON.stringify(part)).toBe(false)
    }
  }
})

test('planted texts are refused wherever they stand', async () => {
  const log = new EventLog()
  const { sending } = play(situations[1] as (typeof situations)[number], { report: log.report }) // it has one
  await sending
  const text = `${canary('field')} with spaces`
  for (const event of log.events) {
    expect(eventSchema.safeParse({ ...event, note: text }).success).toBe(false)
    for (const key of ['runId', 'agentId', 'assemblyId', 'type', 'timestamp'] as const) {
      expect(eventSchema.safeParse({ ...event, [key]: text }).success).toBe(false)
    }
    if (!('diagnostics' in event)) continue
    for (const key of Object.keys(event.diagnostics)) {
      const diagnostics = { ...event.diagnostics, [key]: text }
      expect(eventSchema.safeParse({ ...event, diagnostics }).success).toBe(false)
    }
  }
})
