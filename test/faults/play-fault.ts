import type { AwaitWatch } from './await-watch.ts'
import { type Fault, type FaultKind, FaultyHost, type Sending } from './faulty-host.ts'
import { findEventFaults } from './find-event-faults.ts'
import type { Library } from './library-type.ts'
import type { Scenario, Scene } from './scene.ts'

/** How a scenario went under a fault. */
export interface PlayedFault {
  /** What is wrong with it. Empty when the library behaves. */
  readonly violations: readonly string[]
  /** Calls of each port. */
  readonly counts: ReadonlyMap<string, number>
  /** What each port can do wrong. */
  readonly kinds: ReadonlyMap<string, readonly FaultKind[]>
  /** Points that the fault came to: they waited for it when it happened, or failed with it. */
  readonly met: ReadonlySet<string>
}

const patienceMs = 4_000
const late = Symbol('late')

/** Plays a scenario in which one call of one port fails, or none. */
export async function playFault<L extends Library>(
  { library, watch }: { readonly library: L; readonly watch: AwaitWatch },
  scenario: Scenario<L>,
  fault: Fault | null,
): Promise<PlayedFault> {
  watch.reset()
  const met = new Set<string>()
  let failed: ReadonlySet<string> = new Set()
  const host = new FaultyHost(library, fault, () => {
    for (const id of watch.waiting()) met.add(id)
    failed = watch.collectFailed()
  })
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown): void => {
    unhandled.push(error)
  }
  process.on('unhandledRejection', onUnhandled)
  try {
    const scene = await scenario.open(host)
    host.arm()
    const outcome = await settle(scene.act())
    host.disarm()
    host.violations.push(...outcomeFaults(outcome, host, fault))
    const told = assembliesTold(host)
    host.answerLate()
    await turns()
    if (assembliesTold(host) !== told)
      host.violations.push('an assembly is told of after the call is settled')
    for (const id of failed) met.add(id)
    if (fault?.kind === 'aborts') for (const id of watch.entered()) met.add(id)
    host.violations.push(...(await aftermath(scene, host, fault)))
    await turns()
    if (unhandled.length > 0) host.violations.push('a rejection is not handled')
  } finally {
    process.off('unhandledRejection', onUnhandled)
  }
  return { violations: host.violations, counts: host.counts, kinds: host.kinds, met }
}

type Outcome = { readonly answer: unknown } | { readonly error: unknown } | typeof late

async function settle(acting: Promise<unknown>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), patienceMs)
  })
  try {
    return await Promise.race([
      acting.then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      ),
      tooLate,
    ])
  } finally {
    clearTimeout(timer)
  }
}

function outcomeFaults(outcome: Outcome, host: FaultyHost, fault: Fault | null): readonly string[] {
  if (outcome === late) return ['it does not settle']
  if (!('error' in outcome)) return []
  const { error } = outcome
  if (!fault) return [`it fails without a fault: ${String(error)}`]
  if (error === host.failure || error === host.reason) return []
  if (!host.library.PlimsollError.isInstance(error))
    return [`it fails with a foreign error: ${String(error)}`]
  return JSON.stringify([error.message, { ...error }]).includes(host.secret)
    ? ['an error of ours says what a port said']
    : []
}

async function aftermath(scene: Scene, host: FaultyHost, fault: Fault | null): Promise<readonly string[]> {
  const faults: string[] = []
  const mayWithhold = fault !== null && scene.withholds?.test(`${fault.port} ${fault.kind}`) === true
  if (scene.run && !mayWithhold) {
    const state = await settle(scene.run.persist())
    if (state === late) faults.push('the run does not tell what it holds')
    else if ('answer' in state && (state.answer as { sending: unknown[] }).sending.length > 0)
      faults.push('a lease is left') // as persist() answers
  }
  const again = await settle(scene.again())
  if (again === late) faults.push('the next call does not settle')
  else if ('error' in again) faults.push(`the next call fails: ${String(again.error)}`)
  faults.push(...bodyFaults(scene, host.sendings, mayWithhold))
  if (scene.run && (await settle(scene.run.close())) === late) faults.push('the run does not close')
  faults.push(...findEventFaults(host.recorder.events))
  return faults
}

function bodyFaults(
  { bodies = [], delivers = true }: Scene,
  sendings: readonly Sending[],
  mayWithhold: boolean,
): readonly string[] {
  return bodies.flatMap((body) => {
    const carrying = sendings.filter(({ list }) => list.some(({ content }) => String(content).includes(body)))
    const count = carrying.filter(({ isAnswered }) => isAnswered).length
    if (count > 1) return ['a body is delivered twice']
    return count === 0 && delivers && !mayWithhold ? ['a body is never delivered'] : []
  })
}

// What became of an artifact may be told later: it is true whatever became of the call.
function assembliesTold({ recorder }: FaultyHost): number {
  return recorder.events.filter(({ type }) => type.startsWith('assembly.')).length
}

// Everything that can happen without a timer has happened by then.
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
