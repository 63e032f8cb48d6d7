import { type ArtifactWorkspace, artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'
import { type OffloadDecision, type OffloadOptions, offloadBody } from '../../src/artifacts/offload-body.ts'
import {
  type ReadArtifactOptions,
  type ReadDecision,
  readArtifact,
} from '../../src/artifacts/read-artifact.ts'
import type { Workspace } from '../../src/artifacts/workspace.ts'
import { wrapBody } from '../../src/artifacts/wrap-body.ts'
import { digestText } from '../../src/context/artifact-reference.ts'
import { formatEnvelope } from '../../src/context/envelope.ts'
import { formatReference } from '../../src/context/references.ts'
import { faultyStorage } from './faulty-storage.ts'

export const owner = { owner: 'ada', sessionId: 's', workspaceId: 'w' }
const ascii = 'a'.repeat(100)
/** Forty characters of three bytes. */
const wide = '€'.repeat(40)
/** Characters of one to four bytes: 10 in all. */
const mixed = 'aé€🦉'

export interface OutcomeRow<Decision> {
  readonly when: string
  readonly outcome: string
  readonly reason: string
  readonly input: number
  readonly output: number | null
  decide(): Promise<Decision>
}

/** Every way in which a text may be stored, or not, and what it comes to. */
export const offloadRows: readonly OutcomeRow<OffloadDecision>[] = [
  offload('a text of 100 bytes, at a limit of 100', 'inline', 'belowThreshold', 100, 100, {
    options: { inlineLimitBytes: 100 },
  }),
  offload('forty characters of three bytes, at a limit of 120', 'inline', 'belowThreshold', 120, 120, {
    text: wide,
    options: { inlineLimitBytes: 120 },
  }),
  offload('the answer to a request to read an artifact', 'inline', 'recoverableSegmentBypass', 100, 100, {
    options: { inlineLimitBytes: 1, readBack: true },
  }),
  offload('a wrapped body', 'inline', 'recoverableSegmentBypass', 197, 197, {
    text: wrapBody(mixed, { digest: digestText(mixed) }),
  }),
  offload('a reference', 'inline', 'alreadyReference', 82, 82, { text: formatReference(digestText(ascii)) }),
  offload('an envelope', 'inline', 'alreadyReference', 109, 109, {
    text: formatEnvelope({ digest: digestText(ascii), bytes: 100 }),
  }),
  offload('a text of 101 bytes, at a limit of 100', 'offloaded', 'thresholdExceeded', 101, 82, {
    text: `${ascii}b`,
    options: { inlineLimitBytes: 100 },
  }),
  offload('forty characters of three bytes, at a limit of 119', 'offloaded', 'thresholdExceeded', 120, 82, {
    text: wide,
    options: { inlineLimitBytes: 119 },
  }),
  offload('a text that is stored already', 'existingReference', 'existingContentMatch', 100, 82, {
    prepare: (workspace) => workspace.store(ascii, owner),
  }),
  offload('a text that another owner stored', 'existingReference', 'existingContentMatch', 100, 82, {
    prepare: (workspace) => workspace.store(ascii, null),
  }),
  offload('no workspace', 'failed', 'noAuthorizedWorkspace', 100, null, { workspace: null }),
  offload('a storage that fails to read', 'failed', 'workspaceReadFailed', 100, null, { failAt: 0 }),
  offload('a storage that fails to write', 'failed', 'workspaceWriteFailed', 100, null, { failAt: 1 }),
  offload('other bytes where the text should stand', 'failed', 'contentAddressMismatch', 120, null, {
    text: wide,
    tamper: true,
    prepare: (workspace) => workspace.store(wide, owner),
  }),
  offload('a storage that fails to write the record', 'recoveryRequired', 'recordWriteFailed', 100, null, {
    failAt: 4,
  }),
  offload('an abort while the body is written', 'recoveryRequired', 'cancelledAfterWrite', 100, null, {
    abortAt: 1,
  }),
  offload('a checkpoint that fails', 'recoveryRequired', 'checkpointFailed', 100, null, {
    options: {
      checkpoint: () => {
        throw new Error('not now')
      },
    },
  }),
]

/** Every way in which a request for an artifact may end. */
export const readRows: readonly OutcomeRow<ReadDecision>[] = [
  read('the whole body', 'resolved', 'digestVerified', 100, ascii),
  read('a body of ten bytes in four characters, at a budget of 10', 'resolved', 'digestVerified', 10, mixed, {
    options: { maxBytes: 10 },
  }),
  read('bytes 1 to 6 of it: two whole characters', 'resolved', 'digestVerified', 5, mixed, {
    options: { range: [1, 6] },
  }),
  read('bytes 2 to 5 of it: both ends fall into a character', 'resolved', 'digestVerified', 2, mixed, {
    options: { range: [2, 5] },
  }),
  read('bytes 6 to 1,000 of it: the last character', 'resolved', 'digestVerified', 4, mixed, {
    options: { range: [6, 1_000] },
  }),
  read('bytes 7 to 9 of it: inside of one character', 'resolved', 'digestVerified', 0, mixed, {
    options: { range: [7, 9] },
  }),
  read('a range behind the body', 'resolved', 'digestVerified', 0, mixed, { options: { range: [50, 60] } }),
  read('a range that fits a budget that the body does not', 'resolved', 'digestVerified', 20, ascii, {
    options: { range: [10, 30], maxBytes: 20 },
  }),
  read('other bytes where the body should stand', 'stale', 'digestMismatch', null, ascii, { tamper: true }),
  read('a body that was never stored', 'missing', 'notStored', null, ascii, { prepare: async () => {} }),
  read('a body of another owner', 'unauthorized', 'ownerMismatch', null, ascii, {
    prepare: (workspace) => workspace.store(ascii, null),
  }),
  read('no workspace', 'unauthorized', 'noAuthorizedWorkspace', null, ascii, { workspace: null }),
  read(
    'a body of ten bytes in four characters, at a budget of 9',
    'overBudget',
    'budgetExceeded',
    null,
    mixed,
    {
      options: { maxBytes: 9 },
    },
  ),
  read('a range that is larger than the budget', 'overBudget', 'budgetExceeded', null, ascii, {
    options: { range: [10, 31], maxBytes: 20 },
  }),
  read('room for 99 bytes of 100', 'overBudget', 'noRoom', null, ascii, { options: { roomBytes: 99 } }),
]

/** What stands before a decision is made. */
interface Setting<Options> {
  readonly text?: string
  readonly workspace?: null
  readonly options?: Partial<Options>
  readonly prepare?: (workspace: ArtifactWorkspace) => Promise<unknown>
  readonly tamper?: boolean
  readonly failAt?: number
  readonly abortAt?: number
}

function offload(
  when: string,
  outcome: string,
  reason: string,
  input: number,
  output: number | null,
  setting: Setting<OffloadOptions> = {},
): OutcomeRow<OffloadDecision> {
  const decide = async (): Promise<OffloadDecision> => {
    const { text = ascii, options } = setting
    const { workspace, signal } = await openWorkspace(text, setting)
    return offloadBody(workspace, owner, text, { inlineLimitBytes: 10, signal, ...options })
  }
  return { when, outcome, reason, input, output, decide }
}

function read(
  when: string,
  outcome: string,
  reason: string,
  output: number | null,
  text: string,
  setting: Setting<ReadArtifactOptions> = {},
): OutcomeRow<ReadDecision> {
  const decide = async (): Promise<ReadDecision> => {
    const store = (workspace: ArtifactWorkspace): Promise<unknown> => workspace.store(text, owner)
    const { workspace } = await openWorkspace(text, { prepare: store, ...setting })
    return readArtifact(workspace, owner, digestText(text), { maxBytes: 1_000, ...setting.options })
  }
  return { when, outcome, reason, input: 82, output, decide }
}

async function openWorkspace(
  text: string,
  setting: Setting<unknown>,
): Promise<{ readonly workspace: Workspace | null; readonly signal: AbortSignal }> {
  const storage = faultyStorage()
  const workspace = artifactWorkspace({ storage })
  const controller = new AbortController()
  await setting.prepare?.(workspace)
  if (setting.tamper) {
    const [key = ''] = await storage.getKeys('artifacts:bodies')
    await storage.setItemRaw(key, Buffer.alloc(Buffer.byteLength(text), 'x'))
  }
  if (setting.failAt !== undefined) storage.failAt(setting.failAt, 'throws')
  if (setting.abortAt !== undefined) {
    storage.failAt(setting.abortAt, 'never answers')
    storage.onFault = () => queueMicrotask(() => controller.abort())
  }
  return { workspace: setting.workspace === null ? null : workspace, signal: controller.signal }
}
