export type {
  OffloadDiagnostics,
  RehydrationDiagnostics,
} from './artifact-diagnostics.ts'
export { channelSink, eventChannelName } from './channel-sink.ts'
export type { AssemblyDiagnostics } from './diagnostics.ts'
export { eventSchema } from './event-schema.ts'
export { type EventStream, type EventStreamOptions, eventStream } from './event-stream.ts'
export type {
  ArtifactEvent,
  ArtifactOffloadDecided,
  ArtifactRehydrationDecided,
  AssemblyCompleted,
  AssemblyComposed,
  AssemblyEvent,
  AssemblyEventHeader,
  AssemblyStarted,
  AssemblyTerminated,
  EventHeader,
  PlimsollEvent,
  Report,
} from './events.ts'
export { formatEvent } from './format-event.ts'
export type { ArtifactTotals, RunMetrics, SizeTotals } from './run-metrics.ts'
