export { Canaries } from './canaries.ts'
export type { ConformanceBehaviour } from './conformance/behaviours.ts'
export type {
  CallMode,
  CallOptionsOfSeam,
  ConformanceAdapter,
  ConformanceSeam,
  ConformanceSetup,
} from './conformance/conformance-adapter.ts'
export { hostConformance, type TestRunner } from './conformance/host-conformance.ts'
export type { ModelCallOptions, ScriptedModel } from './conformance/scripted-model.ts'
export { type AssemblyHarnessOptions, assemblyHarness } from './harness/assembly-harness.ts'
export { type ChartHarnessOptions, chartHarness } from './harness/chart-harness.ts'
export type { PathStrategy } from './paths/choose-ways.ts'
export { type GeneratePathsOptions, generatePaths } from './paths/generate-paths.ts'
export type {
  AssemblyPathFacts,
  AssemblyPathInput,
  ChartName,
  GeneratedPath,
  LeasesPathFacts,
  LeasesPathInput,
  PathFacts,
  PathInput,
  PathStep,
  RunPathFacts,
  RunPathInput,
} from './paths/generated-path.ts'
export type { Observation } from './paths/observation.ts'
export { PathDivergedError } from './paths/path-diverged-error.ts'
export { type PathHarness, type PathRun, runPath } from './paths/run-path.ts'
export type { SizeClass } from './paths/size-classes.ts'
export type { PlainCall, PlainMessage } from './plain-message.ts'
export { type EventRecorder, recordEvents } from './record-events.ts'
export { type ScriptedHistory, scriptedHistory } from './scripted-history.ts'
export { type ScriptedReducer, type ScriptedReduction, scriptedReducer } from './scripted-reducer.ts'
export { countedIds, type SteadyClock, steadyClock } from './steady-clock.ts'
export { watchOutput } from './watch-output.ts'
