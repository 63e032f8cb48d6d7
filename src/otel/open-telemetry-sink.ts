import {
  type Attributes,
  type Context,
  context,
  type Meter,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api'
import type {
  AssemblyComposed,
  AssemblyStarted,
  AssemblyTerminated,
  Report,
} from '../observability/events.ts'
import { decisionAttributes, headerAttributes } from './attributes.ts'
import { measureArtifacts } from './measure-artifacts.ts'
import { measureDecisions } from './measure-decisions.ts'

/** What the caller's telemetry gives us. One of the two is enough. */
export interface OpenTelemetryOptions {
  readonly tracer?: Tracer
  readonly meter?: Meter
  /** Stand on every span and measurement, such as `gen_ai.provider.name` and `gen_ai.request.model`. */
  readonly attributes?: Attributes
  /** Spans of calls whose end was not told wait here at most; the oldest end as `undecided`. Default 1,000. */
  readonly maximumOpenSpans?: number
}

/** A sink for `openRun({ report })`. */
export interface OpenTelemetrySink {
  readonly report: Report
  /** Ends what is still open as `undecided`: calls that were aborted or failed. Call it before the exporters shut down. */
  close(): void
}

interface Opened {
  readonly started: AssemblyStarted
  /** The caller's span is its parent: what was active when the assembly began. */
  readonly parent: Context
}

/**
 * Makes a sink that turns events into OpenTelemetry: one span per provider call, from the start of its assembly to the
 * moment when its list is handed over or refused, and metrics of sizes, outcomes, attempts and durations. It uses the
 * caller's tracer and meter, and no global one. Numbers, ids and closed literals only.
 *
 * @example
 * const telemetry = openTelemetrySink({ tracer: trace.getTracer('agent'), meter: metrics.getMeter('agent') })
 * const run = plimsoll.openRun({ report: telemetry.report })
 */
export function openTelemetrySink({
  tracer,
  meter,
  attributes = {},
  maximumOpenSpans = 1_000,
}: OpenTelemetryOptions): OpenTelemetrySink {
  const open = new Map<string, Opened>()
  const measure = meter ? measureDecisions(meter, attributes) : () => {}
  const measureArtifact = meter ? measureArtifacts(meter, attributes) : () => {}

  const end = ({ started, parent }: Opened, ending: AssemblyComposed | AssemblyTerminated | null): void => {
    open.delete(started.assemblyId)
    if (ending) measure(ending, (ending.timestamp - started.timestamp) / 1_000)
    const span = tracer?.startSpan(
      'assemble_context',
      { startTime: started.timestamp, attributes: { ...attributes, ...headerAttributes(started) } },
      parent,
    )
    if (!span) return
    if (!ending) span.setAttribute('plimsoll.outcome', 'undecided')
    else span.setAttributes(decisionAttributes(ending.diagnostics))
    if (ending?.type === 'assembly.terminated' && ending.diagnostics.mode === 'enforce') {
      // Without a text: the reason is an attribute.
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end(ending?.timestamp ?? started.timestamp)
  }

  return {
    report: (event) => {
      if (event.type === 'assembly.started') {
        open.set(event.assemblyId, { started: event, parent: context.active() })
        const [oldest] = open.size > maximumOpenSpans ? open.values() : []
        if (oldest) end(oldest, null)
        return
      }
      if ('decision' in event) {
        measureArtifact(event)
        return
      }
      const opened = open.get(event.assemblyId)
      if (!opened || event.type === 'assembly.completed') return
      end(opened, event)
    },
    close: () => {
      for (const opened of [...open.values()]) end(opened, null)
    },
  }
}
