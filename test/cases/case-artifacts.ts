import {
  type ArtifactWorkspace,
  artifactWorkspace,
  digestText,
  formatReference,
  type Workspace,
} from '../../src/artifacts/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { PlimsollEvent, Run } from '../../src/index.ts'
import type { RunOptions } from '../../src/run/run-options.ts'
import { rehydrateTool } from '../../src/tools/index.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import type { CaseMode } from './case-setting.ts'
import type { FaultCase } from './fault-case.ts'

type Message = OpenAIChatMessage

/** The artifacts of one run of a case: what its host offloads at its tools, and what its model reads back. */
export class CaseArtifacts {
  readonly #fault: FaultCase
  readonly #workspace: ArtifactWorkspace = artifactWorkspace()
  /** What the tool that reads back answered, call by call. */
  readonly readBacks: string[] = []
  readonly decisions: Extract<PlimsollEvent, { decision: unknown }>['decision'][] = []

  constructor(fault: FaultCase) {
    this.#fault = fault
  }

  /** Options of the run; none for a case that offloads nothing. */
  options(mode: CaseMode): Pick<RunOptions<Message>, 'workspace' | 'offload'> {
    const { offload } = this.#fault.settings
    // The preset's relief may elide: without a store that works, nothing is promised of it.
    if (!offload || (offload.storeWriteFails && mode === 'recommended')) return {}
    const { thresholdBytes, previewUnits = 0, storeWriteFails } = offload
    const workspace: Workspace = storeWriteFails
      ? { ...this.#workspace, store: failingStore }
      : this.#workspace
    const inlineLimitBytes = thresholdBytes ?? Math.max(1, previewUnits)
    return { workspace, offload: { inlineLimitBytes, previewBytes: previewUnits } }
  }

  readonly report = (event: PlimsollEvent): void => {
    if ('decision' in event) this.decisions.push(event.decision)
  }

  /** The host's messages as its tools leave them. What could not be kept stays: the next step is the size's. */
  async atTheTools(run: Run<Message>, host: readonly Message[]): Promise<ReadonlyMap<Message, Message>> {
    const { artifacts = {}, settings, messages } = this.#fault
    const kept = new Map<Message, Message>()
    if (!settings.offload) return kept
    for (const [name, { bytes }] of Object.entries(artifacts)) {
      await this.#workspace.store(bodyOf(name, bytes), null)
    }
    const toolOf = new Map(
      messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name, args }) => [id, { name, args }])),
    )
    for (const message of host) {
      const call = toolOf.get(String(message['tool_call_id']))
      if (!call || typeof message.content !== 'string') continue
      const readBack = call.name === settings.offload.readBackTool
      if (readBack)
        this.readBacks.push(await rehydrateTool(run).execute({ reference: this.#referenceOf(call.args) }))
      const { text, decision } = await run.offload(message.content, { tool: call.name, readBack })
      if (decision.outcome === 'offloaded') kept.set(message, deepFreeze({ ...message, content: text }))
    }
    return kept
  }

  // A case names an artifact as it likes; one that the store doesn't hold has a digest all the same.
  #referenceOf(args: unknown): string {
    const name = typeof args === 'object' && args !== null ? String(Reflect.get(args, 'ref')) : ''
    const bytes = this.#fault.artifacts?.[name]?.bytes
    return formatReference(digestText(bytes === undefined ? name : bodyOf(name, bytes)))
  }
}

const failingStore: Workspace['store'] = async (body) => ({
  status: 'failed',
  reason: 'workspaceWriteFailed',
  bytes: Buffer.byteLength(body),
})

function bodyOf(name: string, bytes: number): string {
  return name.padEnd(bytes, '.')
}
