import {
  type ArtifactWorkspace,
  artifactWorkspace,
  digestText,
  formatReference,
  type Workspace,
} from '../../src/artifacts/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { Run } from '../../src/index.ts'
import type { RunOptions } from '../../src/run/run-options.ts'
import { rehydrateTool } from '../../src/tools/index.ts'
import { bytes } from '../support/messages.ts'
import { canary } from './find-canaries.ts'
import { type PlantedSituation, plantedError, plantedMessages } from './planted-situations.ts'

type Message = OpenAIChatMessage

/** A body with a planted text in it. Its digest tells as much as the text to whoever can guess it. */
export const plantedBody = `${canary('artifact')}${bytes(900)}`
const reference = formatReference(digestText(plantedBody))

const binding = {
  owner: canary('owner'),
  sessionId: canary('session'),
  workspaceId: canary('workspace'),
  current: () => true,
}
const { current: _, ...owner } = binding

/** Options of a run with a workspace in which the body is, and whose keys hold a planted text. */
function kept(change: Partial<Workspace> = {}): RunOptions<Message> {
  const inner: ArtifactWorkspace = artifactWorkspace({ prefix: canary('prefix') })
  const ready = inner.store(plantedBody, owner, { tool: canary('artifact-tool') })
  const read: Workspace['read'] = async (...request) => {
    await ready
    return (change.read ?? inner.read)(...request)
  }
  const stat: Workspace['stat'] = async (...request) => {
    await ready
    return inner.stat(...request)
  }
  const store = change.store ?? inner.store
  const offload = { inlineLimitBytes: 500, previewBytes: 100 }
  return { workspace: { store, stat, read }, offload, trustBinding: binding, bodyDelivery: { calls: 2 } }
}

const failing = (): never => {
  throw plantedError('workspace')
}

const askAll = async (run: Run<Message>): Promise<void> => {
  await run.offload(plantedBody, { tool: canary('artifact-tool') })
  await run.rehydrate(reference)
  await rehydrateTool(run).execute({ reference, [canary('tool-field')]: canary('tool-value') })
}

const withReference = (): Message[] => [
  ...plantedMessages().slice(0, 4),
  { role: 'tool', tool_call_id: canary('call-id'), content: reference },
  { role: 'user', content: canary('newest') },
]

/** Ways for artifacts to go. Made anew for each use. */
export function plantedArtifacts(): readonly PlantedSituation[] {
  const roomy = { hardLimitBytes: 20_000 }
  return [
    { name: 'results that are elided are kept', run: kept(), profile: { elideOlderResults: true } },
    {
      name: 'results that are elided can’t be kept',
      run: kept({ store: failing }),
      profile: { elideOlderResults: true },
    },
    {
      name: 'a body is read back, and rides',
      run: kept(),
      before: askAll,
      history: withReference,
      profile: roomy,
    },
    { name: 'a body is read back, and evicted', run: kept(), before: askAll, history: withReference },
    {
      name: 'a body has been tampered with',
      run: kept({ read: async () => ({ status: 'stale' }) }),
      before: askAll,
      history: withReference,
      profile: roomy,
    },
    { name: 'a body can’t be read', run: kept({ read: failing }), before: askAll, profile: roomy },
    {
      name: 'what is asked for is no reference',
      run: kept(),
      before: (run) => run.rehydrate(`artifact://${canary('reference')}`),
      profile: roomy,
    },
    {
      name: 'a body is another owner’s',
      run: { ...kept(), trustBinding: { ...binding, owner: canary('stranger') } },
      before: askAll,
      history: withReference,
      profile: roomy,
    },
  ]
}
