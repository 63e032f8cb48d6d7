import { reducerKinds } from './case-reducer.ts'
import { turnsOf } from './case-setting.ts'
import type { FaultCase } from './fault-case.ts'

/** Settings that name something which is not built yet, and what that is. */
const unbuiltSettings: Readonly<Record<string, string>> = {
  maxImages: 'images are not counted yet',
  viewLimit: 'a tool has no limit of its own for what it shows yet',
  parallelRuns: 'the runner does not know what is asked of parallel runs',
}

const knownSettings: ReadonlySet<string> = new Set([
  ...['unit', 'hardLimit', 'triggerMargin', 'recentMessageRetentionCount', 'maximumCompactionAttempts'],
  ...['reducer', 'fixedOverhead', 'imageCostBytes', 'reducerInputLimit', 'turnOrder', 'laterFilterDrops'],
  'offload',
])

const knownOffload: ReadonlySet<string> = new Set([
  ...['thresholdBytes', 'previewUnits', 'readBackTool', 'storeWriteFails'],
])

/** Why a case can't be run; undefined when it can. Told from what it names, never from its id. */
export function skipReason({ settings, events = [] }: FaultCase): string | undefined {
  for (const name of Object.keys(settings)) {
    const reason = unbuiltSettings[name]
    if (reason !== undefined) return `${name}: ${reason}`
    if (!knownSettings.has(name)) return `${name}: the runner does not know this setting`
  }
  for (const name of Object.keys(settings.offload ?? {})) {
    if (!knownOffload.has(name)) return `offload ${name}: the runner does not know this setting`
  }
  const kind = settings.reducer?.kind ?? 'none'
  if (!reducerKinds.some((known) => known === kind)) return `reducer ${kind}: the runner does not know it`
  if (settings.unit !== undefined && settings.unit !== 'utf8-bytes') return `unit ${settings.unit}: not bytes`
  if (turnsOf(settings.turnOrder) === undefined) return `turnOrder ${settings.turnOrder}: no rules for it`
  for (const event of events) {
    const known = /^reduce:\d+$/.test(event.at) && (event.do === 'append' || event.do === 'abort')
    if (!known) return `event ${event.do} at ${event.at}: the runner does not know it`
  }
  return undefined
}
