export {
  type OpenTelemetryOptions,
  type OpenTelemetrySink,
  openTelemetrySink,
} from './open-telemetry-sink.ts'
