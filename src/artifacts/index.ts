export type {
  OffloadOutcome,
  OffloadReason,
  RehydrationOutcome,
  RehydrationReason,
} from '../context/artifact-decisions.ts'
export {
  type ArtifactReference,
  digestText,
  formatReference,
  parseReference,
} from '../context/artifact-reference.ts'
export type { Digest } from '../context/entry.ts'
export {
  type ByteRange,
  type Envelope,
  type EnvelopeNote,
  formatEnvelope,
  parseEnvelope,
} from '../context/envelope.ts'
export { ArtifactError, type ArtifactProblem } from '../errors/artifact-error.ts'
export type { ArtifactStorage } from './artifact-storage.ts'
export {
  type ArtifactListOptions,
  type ArtifactWorkspace,
  type ArtifactWorkspaceOptions,
  artifactWorkspace,
} from './artifact-workspace.ts'
export {
  type OffloadDecision,
  type OffloadOptions,
  offloadBody,
} from './offload-body.ts'
export {
  type ReadArtifactOptions,
  type ReadDecision,
  readArtifact,
} from './read-artifact.ts'
export type { RetainOptions, RetainResult } from './retain-artifacts.ts'
export type { ArtifactCheck } from './verify-artifact.ts'
export type {
  ArtifactOrigin,
  ArtifactOwner,
  ArtifactRecord,
  ReadResult,
  StatResult,
  StoreResult,
  Workspace,
  WorkspaceCallOptions,
} from './workspace.ts'
export { isWrappedBody, wrapBody } from './wrap-body.ts'
