import {
  type OpenAIChatMessage,
  type OpenAIChatProvider,
  openaiChat,
} from '../../src/dialects/openai-chat/index.ts'
import {
  createPlimsoll,
  type HybridProfile,
  type Plimsoll,
  recommended,
  requestCapabilities,
  type SizeEstimator,
} from '../../src/index.ts'
import type { DispatchRules } from '../support/dispatch-checker.ts'
import { type RawMessage, readRaw } from '../support/dispatch-reading.ts'
import { unitsHolding } from '../support/dispatch-required.ts'
import { readStructure, type TurnDemands } from '../support/dispatch-structure.ts'
import { type CaseReducer, summaryTexts } from './case-reducer.ts'
import type { CaseSettings, FaultCase } from './fault-case.ts'

type Message = OpenAIChatMessage

/** How a case is run: with the seed's defaults, a broken list treated in one of three ways, or with the preset. */
export type CaseMode = 'pass' | 'repair' | 'terminate' | 'recommended'

const opensOnly: TurnDemands = { opensWithUser: true, noUserAfterTool: false }

const turnsByProvider: Readonly<Record<OpenAIChatProvider, TurnDemands>> = {
  compatible: opensOnly,
  openai: { opensWithUser: false, noUserAfterTool: false },
  mistral: { opensWithUser: true, noUserAfterTool: true },
  deepseek: opensOnly,
  gemini: opensOnly,
  bedrock: opensOnly,
  anthropic: opensOnly,
}

/** What the provider that a case names demands of turns; undefined for one that nobody knows. */
export function turnsOf(turnOrder: string | undefined): TurnDemands | undefined {
  return new Map(Object.entries(turnsByProvider)).get(turnOrder ?? 'compatible')
}

export function dialectOf({ turnOrder }: CaseSettings) {
  return openaiChat({ provider: (turnOrder ?? 'compatible') as OpenAIChatProvider }) // others are skipped
}

/** Composes what a case's settings ask for. Throws as the library does when they are out of order. */
export function composeCase(
  fault: FaultCase,
  host: readonly Message[],
  reducer: CaseReducer,
  mode: CaseMode,
): Plimsoll<Message> {
  const { settings } = fault
  const pinned = new Set(pinnedOf(fault, host))
  const options = {
    ...limitOf(settings),
    upstreamReducer: reducer.reduce,
    requestOverhead: settings.fixedOverhead ?? 0,
    pin: ({ message }: { readonly message: Message }) => pinned.has(message),
    reducerTimeoutMs: settings.reducer?.kind === 'hang' ? 5_000 : 60_000,
  } as const
  if (mode === 'recommended') return createPlimsoll(recommended<Message>(options))
  const fails = settings.reducer?.kind === 'throw' || settings.reducer?.kind === 'hang'
  const hybridProfile: HybridProfile<Message> = {
    ...options,
    recentMessageRetentionCount: retentionOf(fault, host),
    maximumCompactionAttempts: settings.maximumCompactionAttempts,
    onBrokenSequence: mode,
    ...(holdsCut(fault) ? { compactionTarget: 0.7 } : {}),
    ...(settings.offload ? ({ elideOlderResults: true, relief: ['elide'] } as const) : {}),
    onReducerFailure: fails || settings.reducerInputLimit !== undefined ? 'fallback' : 'throw',
  }
  return createPlimsoll({ capabilities: requestCapabilities(['compaction']), hybridProfile })
}

/** Whether a case asks for a cut that holds: then its calls share a memory, and are brought down to a low-water mark. */
export function holdsCut({ expect }: FaultCase): boolean {
  return expect['prefixBreaksAtMost'] !== undefined
}

/** What the lists of a case are held to. */
export function rulesOf(fault: FaultCase, host: readonly Message[], mode: CaseMode): DispatchRules {
  const { settings } = fault
  const preset = mode === 'recommended'
  return {
    hardLimit: settings.hardLimit,
    overhead: settings.fixedOverhead ?? 0,
    retention: preset ? 1 : retentionOf(fault, host),
    pinsFirstUser: preset,
    pinned: raw(pinnedOf(fault, host)),
    turns: turnsOf(settings.turnOrder) ?? opensOnly,
    mayElide: preset,
    mayRepair: preset || mode === 'repair',
    summaries: summaryTexts(settings),
    ...(settings.imageCostBytes === undefined ? {} : { fileCost: settings.imageCostBytes }),
  }
}

/** The host's messages as records, for those who trust no field. */
export function raw(messages: readonly Message[]): readonly RawMessage[] {
  return messages as unknown as readonly RawMessage[] // the fields are looked at one by one
}

// A count that no list could hold is passed on as it is, to be refused.
function retentionOf({ settings }: FaultCase, host: readonly Message[]): number {
  const count = settings.recentMessageRetentionCount
  if (!Number.isSafeInteger(count) || count < 0) return count
  const readings = raw(host).map(readRaw)
  return unitsHolding(readings, readStructure(readings, opensOnly), count)
}

function pinnedOf({ messages }: FaultCase, host: readonly Message[]): Message[] {
  return host.filter((_, index) => messages[index]?.pinned || messages[index]?.interim)
}

function limitOf({ hardLimit, triggerMargin, imageCostBytes }: CaseSettings) {
  if (imageCostBytes === undefined) return { hardLimitBytes: hardLimit, triggerMarginBytes: triggerMargin }
  return {
    hardLimitUnits: hardLimit,
    triggerMarginUnits: triggerMargin,
    estimator: pricedBytes(imageCostBytes),
  }
}

function pricedBytes(imageCost: number): SizeEstimator {
  return {
    unit: 'pricedBytes',
    estimate: ({ pieces }) =>
      pieces.reduce(
        (sum, piece) => sum + (piece.type === 'file' ? imageCost : Buffer.byteLength(piece.text)),
        0,
      ),
  }
}
