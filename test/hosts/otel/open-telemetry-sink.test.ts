import { context, metrics, type Tracer, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  type DataPoint,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { artifactWorkspace, digestText, formatReference } from '../../../src/artifacts/index.ts'
import { openTelemetrySink } from '../../../src/otel/index.ts'
import { play, situations } from '../../observability/situations.ts'
import { findCanaries } from '../../privacy/find-canaries.ts'
import { plantedMessages, plantedSituations } from '../../privacy/planted-situations.ts'
import { compose } from '../../support/compose.ts'
import { bytes, user } from '../../support/messages.ts'

const large = [user(bytes(600)), user(bytes(600)), user('new')]
const tooLarge = [user('old'), user(bytes(2_000))]

function setUp() {
  const spans = new InMemorySpanExporter()
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 })
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer(
    'test',
  )
  const meter = new MeterProvider({ readers: [reader] }).getMeter('test')
  return { spans, tracer, meter, readMetrics: () => readMetrics(reader, measured) }
}

/** Every measurement as `[name, attributes, value]`; of a histogram its sum and count. */
async function readMetrics(reader: PeriodicExportingMetricReader, exporter: InMemoryMetricExporter) {
  await reader.forceFlush()
  const [newest] = exporter.getMetrics().slice(-1)
  return (newest?.scopeMetrics ?? [])
    .flatMap((scope) => scope.metrics)
    .flatMap(({ descriptor, dataPoints }) =>
      (dataPoints as DataPoint<unknown>[]).map(({ attributes, value }) => ({
        name: descriptor.name,
        attributes,
        value,
      })),
    )
}

const contexts = new AsyncLocalStorageContextManager()
beforeEach(() => context.setGlobalContextManager(contexts.enable()))
afterEach(() => context.disable())

test('a run is shown by one span for each call, below the caller’s own, and by metrics', async () => {
  const { spans, tracer, meter, readMetrics } = setUp()
  const telemetry = openTelemetrySink({
    tracer,
    meter,
    attributes: { 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'gpt-5' },
  })
  const run = compose({ maximumCompactionAttempts: 2 }).openRun({
    id: 'run-1',
    identity: { agentId: 'chief', parentAgentId: 'caller' },
    report: telemetry.report,
  })
  const parent = await underSpan(tracer, async () => {
    await run.dispatch([user('abc')], () => 'sent')
    await run.dispatch(large, () => 'sent')
    await run
      .child({ agentId: 'helper' })
      .dispatch(tooLarge, () => 'sent')
      .catch(() => {})
  })
  const finished = spans.getFinishedSpans().filter(({ name }) => name === 'assemble_context')
  const measurements = await readMetrics()
  const lines = [
    ...finished.map(({ name, status, attributes }) => [name, `status ${status.code}`, attributes] as const),
    ...measurements.map(({ name, attributes, value }) => [name, shortened(value), attributes] as const),
  ]
  console.log(lines.map((line) => line.map((part) => JSON.stringify(part)).join(' ')).join('\n'))
  expect(finished.map(({ attributes }) => attributes['plimsoll.outcome'])).toEqual([
    'withinLimit',
    'reduced',
    'irreducible',
  ])
  for (const span of finished) expect(span.parentSpanContext?.spanId).toBe(parent.spanContext().spanId)
  expect(finished[1]?.attributes).toMatchObject({
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5',
    'gen_ai.agent.id': 'chief',
    'plimsoll.run.id': 'run-1',
    'plimsoll.size.original': 1_203,
    'plimsoll.size.final': 603,
    'plimsoll.size.category.conversationalMessage': 603,
    'plimsoll.attempts': 1,
    'plimsoll.entries.dropped': 1,
  })
  expect(finished.map(({ status }) => status.code)).toEqual([0, 0, 2])
  expect(finished[2]?.attributes['error.type']).toBe('requiredContentTooLarge')
  expect(finished[2]?.attributes['gen_ai.agent.id']).toBe('helper')
  const assemblies = measurements.filter(({ name }) => name === 'plimsoll.assemblies')
  expect(assemblies.map(({ attributes, value }) => [attributes['plimsoll.outcome'], value])).toEqual([
    ['withinLimit', 1],
    ['reduced', 1],
    ['irreducible', 1],
  ])
  expect(new Set(measurements.map(({ name }) => name))).toEqual(
    new Set([
      'plimsoll.context.original_size',
      'plimsoll.context.size',
      'plimsoll.assembly.duration',
      'plimsoll.assembly.attempts',
      'plimsoll.assemblies',
      'plimsoll.rejections',
    ]),
  )
})

test('what becomes of artifacts is measured, and has no span', async () => {
  const { spans, tracer, meter, readMetrics } = setUp()
  const telemetry = openTelemetrySink({ tracer, meter })
  const run = compose().openRun({ workspace: artifactWorkspace(), report: telemetry.report })
  await run.offload(bytes(5_000))
  await run.offload(bytes(6_000, 'b'))
  await run.rehydrate(formatReference(digestText('never stored')))
  const measured = (await readMetrics()).map(({ name, attributes, value }) => [
    ...[name, attributes['plimsoll.artifact.operation'], attributes['plimsoll.outcome'], value],
  ])
  expect(measured).toEqual([
    ['plimsoll.artifact.decisions', 'offload', 'offloaded', 2],
    ['plimsoll.artifact.decisions', 'rehydration', 'missing', 1],
    ['plimsoll.artifact.input', 'offload', 'offloaded', 11_000],
    ['plimsoll.artifact.input', 'rehydration', 'missing', 82],
    ['plimsoll.artifact.output', 'offload', 'offloaded', 164],
    ['plimsoll.artifact.output', 'rehydration', 'missing', 0],
  ])
  expect(spans.getFinishedSpans()).toEqual([])
})

test('calls that overlap have spans of their own, with their own times', async () => {
  const { spans, tracer } = setUp()
  const telemetry = openTelemetrySink({ tracer })
  const run = compose().openRun({ report: telemetry.report })
  await Promise.all([run.dispatch(large, () => 'sent'), run.dispatch([user('abc')], () => 'sent')])
  const finished = spans.getFinishedSpans()
  expect(new Set(finished.map(({ attributes }) => attributes['plimsoll.assembly.id'])).size).toBe(2)
  const nanoseconds = ([seconds, rest]: readonly [number, number]): number => seconds * 1e9 + rest
  for (const { startTime, endTime } of finished)
    expect(nanoseconds(endTime)).toBeGreaterThanOrEqual(nanoseconds(startTime))
})

describe.each(situations)('when $name', (situation) => {
  test('there is one span if the assembly began, and none if it did not', async () => {
    const { spans, tracer, meter } = setUp()
    const telemetry = openTelemetrySink({ tracer, meter })
    const { sending } = play(situation, { report: telemetry.report })
    await sending.catch(() => {})
    telemetry.close()
    telemetry.close()
    expect(spans.getFinishedSpans()).toHaveLength(situation.events.length > 0 ? 1 : 0)
  })
})

test('spans of calls that are never decided are bounded, and end as undecided', async () => {
  const { spans, tracer } = setUp()
  const telemetry = openTelemetrySink({ tracer, maximumOpenSpans: 2 })
  const run = compose({
    upstreamReducer: () => {
      throw new Error('the host’s own')
    },
  }).openRun({ report: telemetry.report })
  for (let call = 0; call < 5; call += 1) await run.dispatch(large, () => 'sent').catch(() => {})
  expect(spans.getFinishedSpans()).toHaveLength(3)
  telemetry.close()
  expect(spans.getFinishedSpans().map(({ attributes }) => attributes['plimsoll.outcome'])).toEqual(
    Array.from({ length: 5 }, () => 'undecided'),
  )
})

test('nothing global is touched', async () => {
  const { tracer, meter } = setUp()
  const used = [vi.spyOn(trace, 'getTracer'), vi.spyOn(metrics, 'getMeter')]
  const telemetry = openTelemetrySink({ tracer, meter })
  await compose()
    .openRun({ report: telemetry.report })
    .dispatch(large, () => 'sent')
  for (const spy of used) expect(spy).not.toHaveBeenCalled()
})

test('no planted text is in any span or measurement', async () => {
  const { spans, tracer, meter, readMetrics } = setUp()
  const telemetry = openTelemetrySink({ tracer, meter })
  for (const { profile, run, call, history, send } of plantedSituations()) {
    const opened = compose({ hardLimitBytes: 2_000, ...profile }).openRun({
      ...run,
      report: telemetry.report,
    })
    await opened.dispatch(history?.() ?? plantedMessages(), send ?? (() => 'sent'), call).catch(() => {})
  }
  telemetry.close()
  const finished = spans.getFinishedSpans()
  const shown = finished.map(({ name, attributes, status, events, links }) => ({
    ...{ name, attributes, status, events, links },
  }))
  expect(shown.length).toBeGreaterThan(15)
  expect(findCanaries([shown, await readMetrics()])).toEqual([])
})

async function underSpan(
  tracer: Tracer,
  body: () => Promise<void>,
): Promise<ReturnType<Tracer['startSpan']>> {
  const span = tracer.startSpan('agent')
  await context.with(trace.setSpan(context.active(), span), body)
  span.end()
  return span
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('sum' in value && 'count' in value)) return value
  return { sum: value.sum, count: value.count }
}
