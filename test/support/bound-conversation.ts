import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  type AssemblyDiagnostics,
  AssemblyTerminatedError,
  createPlimsoll,
  type HybridProfile,
  type Plimsoll,
  type PlimsollEvent,
  type Run,
  recommended,
  requestCapabilities,
} from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { type DispatchRules, findDispatchFaults } from './dispatch-checker.ts'
import type { RawMessage } from './dispatch-reading.ts'
import { smallestSize } from './dispatch-refusal.ts'

type Message = OpenAIChatMessage

export type ProfileName = 'seed defaults' | 'recommended()'

export const profileNames: readonly ProfileName[] = ['seed defaults', 'recommended()']

/** A composition for a limit in bytes, and what its lists are held to. */
export interface HeldComposition {
  readonly plimsoll: Plimsoll<Message>
  readonly rules: DispatchRules
}

/** Both compare with retention 6, two attempts, `dropOldest` and a margin of a tenth, unless another margin is given. */
export function composeHeld(
  name: ProfileName,
  hardLimit: number,
  triggerMarginBytes = Math.floor(hardLimit / 10),
): HeldComposition {
  if (name === 'recommended()') {
    return {
      plimsoll: createPlimsoll(recommended<Message>({ hardLimitBytes: hardLimit, triggerMarginBytes })),
      rules: { hardLimit, retention: 1, pinsFirstUser: true, mayElide: true, mayRepair: true },
    }
  }
  const hybridProfile: HybridProfile<Message> = {
    hardLimitBytes: hardLimit,
    triggerMarginBytes,
    recentMessageRetentionCount: 6,
    maximumCompactionAttempts: 2,
    upstreamReducer: dropOldest(),
  }
  return {
    plimsoll: createPlimsoll({ capabilities: requestCapabilities(['compaction']), hybridProfile }),
    rules: { hardLimit, retention: 6 },
  }
}

/** How one provider call went, and everything that the second opinion finds wrong with it. */
export interface BoundedOutcome {
  readonly outcome: string
  readonly size: number
  /** The smallest size that the list could be brought to; told for refusals. */
  readonly smallest: number | undefined
  readonly diagnostics: AssemblyDiagnostics | undefined
  readonly faults: readonly string[]
}

/** Collects the diagnostics of the assembly that ended last. */
export class LastDiagnostics {
  value: AssemblyDiagnostics | undefined
  readonly report = (event: PlimsollEvent): void => {
    if ('diagnostics' in event) this.value = event.diagnostics
  }
}

/** Bounds one list in a run, and checks what was sent, or whether refusing was right. */
export async function boundOnce(
  run: Run<Message>,
  messages: readonly Message[],
  rules: DispatchRules,
  last: LastDiagnostics,
): Promise<BoundedOutcome> {
  const host = messages as unknown as readonly RawMessage[] // read field by field, whatever is in it
  const before = [...messages]
  const check = (sent: readonly Message[]): BoundedOutcome => {
    const diagnostics = last.value
    if (!diagnostics) throw new Error('a dispatched list has diagnostics')
    const list = sent as unknown as readonly RawMessage[] // as above
    return {
      outcome: diagnostics.outcome,
      size: diagnostics.finalSize,
      smallest: undefined,
      diagnostics,
      faults: findDispatchFaults(host, list, diagnostics, rules),
    }
  }
  let bounded: BoundedOutcome
  try {
    bounded = await run.dispatch(messages, check)
  } catch (error) {
    if (!AssemblyTerminatedError.isInstance(error)) throw error
    bounded = refused(error, host, rules, last.value)
  }
  const unchanged =
    messages.length === before.length && before.every((message, at) => message === messages[at])
  return unchanged ? bounded : { ...bounded, faults: [...bounded.faults, "the host's list was changed"] }
}

function refused(
  error: AssemblyTerminatedError,
  host: readonly RawMessage[],
  rules: DispatchRules,
  diagnostics: AssemblyDiagnostics | undefined,
): BoundedOutcome {
  const smallest = smallestSize(host, rules)
  const faults: string[] = []
  if (error.outcome !== 'irreducible' || error.reason !== 'requiredContentTooLarge')
    faults.push(`refused as ${error.outcome} (${error.reason})`)
  if (smallest <= rules.hardLimit)
    faults.push(`refused, but ${smallest} of ${rules.hardLimit} is all that must be sent`)
  if (error.finalSize !== smallest) faults.push(`refused at ${error.finalSize}, required are ${smallest}`)
  return { outcome: error.outcome, size: error.finalSize, smallest, diagnostics, faults }
}

/** The lists that a transcript's provider calls were made with: what stood before each assistant message, and the whole. */
export function providerCalls<M extends Pick<OpenAIChatMessage, 'role'>>(messages: readonly M[]): M[][] {
  const lists = messages.flatMap(({ role }, at) =>
    role === 'assistant' && at > 0 ? [messages.slice(0, at)] : [],
  )
  return [...lists, messages.slice()]
}
