import { type Actor, createActor, type InspectionEvent } from 'xstate'
import { assemblyMachine, type Workbench } from '../../../machines/index.ts'
import { type AssemblySnapshot, assemblyModel } from '../paths/assembly-model.ts'
import { stateOf } from '../paths/chart-model.ts'
import type { GeneratedPath, PathStep } from '../paths/generated-path.ts'
import type { Observation } from '../paths/observation.ts'
import type { PathHarness } from '../paths/run-path.ts'
import { momentsOf } from './path-moments.ts'
import { ScriptedHost } from './scripted-host.ts'

const stepNames = [
  ...['captureSnapshot', 'evictBodies', 'elideResults', 'replayReduction', 'proposeReduction'],
  ...['verifyProposal', 'fallBack', 'relieveByElision', 'relieveByShrinking'],
  ...['recheckHistory', 'confirmDispatch'],
]

/** What the chart is ready for, and no content brings about. */
const infeasible = {
  evictionFails:
    'eviction is arithmetic over entries that are measured already, and calls nothing of the host',
  nothingEvicted: 'eviction is asked only above the threshold with a body to evict, and takes at least one',
  ownListFails:
    "an untouched list is the host's own: what it came in with fails the first look, not the last verification",
} as const

/** Options of `assemblyHarness`. */
export interface AssemblyHarnessOptions {
  /** Hears XState's inspection events, for example to count the transitions that are taken. */
  readonly inspect?: (event: InspectionEvent) => void
}

/**
 * Drives what does the work in a run along a path of the assembly chart, over content that is made for the path: its
 * history, its reducer, its leases. The facts that come out are measured, compared and verified as in any call.
 */
export function assemblyHarness({ inspect }: AssemblyHarnessOptions = {}): PathHarness<'assembly'> {
  let driven: DrivenAssembly | undefined
  return {
    unsupported: whyInfeasible,
    start: (path) => {
      driven = new DrivenAssembly(path, inspect)
      return driven.observe()
    },
    take: (step, at) => {
      if (!driven) throw new RangeError('a path is started before its first step')
      return driven.take(step, at)
    },
    stop: () => driven?.stop(),
  }
}

function whyInfeasible(path: GeneratedPath<'assembly'>): string | undefined {
  for (const [at, { state, event }] of momentsOf(path).entries()) {
    const { origin } = path.steps[at - 1]?.facts ?? path.start.facts
    if (state === 'evict.evictingBodies' && event.type === 'step.failed') return infeasible.evictionFails
    if (event.type === 'bodies.evicted' && !event.facts.changed) return infeasible.nothingEvicted
    if (event.type === 'dispatch.confirmed' && event.facts.reasons.length > 0 && origin === 'asIs') {
      return infeasible.ownListFails
    }
  }
  return undefined
}

class DrivenAssembly {
  readonly #host: ScriptedHost
  readonly #actor: Actor<typeof assemblyMachine>
  #openGate: () => void = () => {}
  #heard: ((event: string) => void) | undefined

  constructor(path: GeneratedPath<'assembly'>, inspect: AssemblyHarnessOptions['inspect']) {
    this.#host = new ScriptedHost(momentsOf(path), path.input.bounds)
    this.#actor = createActor(assemblyMachine, {
      input: { workbench: this.#gated(this.#host.workbench), bounds: this.#host.bounds },
      inspect: (event) => {
        inspect?.(event)
        this.#hear(event)
      },
    })
    this.#actor.start()
  }

  observe(event?: string): Observation<'assembly'> {
    const snapshot: AssemblySnapshot = this.#actor.getSnapshot()
    return { event, state: stateOf(snapshot), facts: assemblyModel.factsOf(snapshot) }
  }

  async take({ event }: PathStep<'assembly'>, at: number): Promise<Observation<'assembly'>> {
    const heard = new Promise<string>((resolve) => {
      this.#heard = resolve
    })
    if (event.type === 'assembly.abort' || event.type === 'history.changed') {
      this.#actor.send({ type: event.type })
    } else {
      this.#host.prepare(at)
      this.#openGate()
    }
    return this.observe(await heard)
  }

  stop(): void {
    this.#actor.send({ type: 'assembly.abort' })
  }

  #hear(event: InspectionEvent): void {
    if (event.type !== '@xstate.snapshot' || event.actorRef !== this.#actor) return
    this.#heard?.(event.event.type)
  }

  // A step begins when the path says what it comes to: until then its state waits.
  #gated(workbench: Workbench): Workbench {
    return new Proxy(workbench, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name, target)
        if (typeof method !== 'function') return method
        if (!stepNames.includes(String(name))) return method.bind(target)
        return (...given: readonly unknown[]) =>
          new Promise((resolve, reject) => {
            this.#openGate = () => {
              try {
                resolve(method.apply(target, given))
              } catch (error) {
                reject(error)
              }
            }
          })
      },
    })
  }
}
