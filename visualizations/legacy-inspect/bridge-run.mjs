import { inspect } from '@xstate/inspect/lib/server.js'
// XState 4, of this folder; the charts bring XState 5 of the project along.
import { createMachine, State, toEventObject, toSCXMLEvent } from 'xstate'
import { assemblyMachine, leasesMachine, runMachine } from '../../machines/index.ts'
import { recordRun } from '../../src/inspect/index.ts'

/**
 * Shows a run in whatever speaks the protocol of @xstate/inspect 0.8: a service of XState 4 stands for each chart of the
 * run, and takes the states that the run's recorder tells. Nothing but what a recording holds gets through.
 *
 * @param server of the package `ws`; listen on 127.0.0.1
 * @returns options of `openRun`
 */
export function bridgeRun(server) {
  inspect({ server })
  const services = new Map()
  return recordRun((text) => {
    const line = JSON.parse(text)
    if (line.type === 'actor') open(line, services)
    else services.get(line.actor)?.take(line)
  })
}

const machines = Object.fromEntries(
  [runMachine, assemblyMachine, leasesMachine].map(({ config }) => [config.id, toVersion4(config)]),
)

/** The same chart for XState 4: its functions are left out, and its guards have their old name. */
function toVersion4(config) {
  const plain = JSON.parse(JSON.stringify(config), function revive(key, value) {
    if (key !== 'guard') return value
    this.cond = value
    return undefined
  })
  return createMachine({ ...plain, context: {}, predictableActionArguments: true })
}

function open({ actor, parent, name }, services) {
  const machine = machines[name.split(':')[0]]
  if (machine === undefined) return
  const listeners = new Set()
  const stopListeners = new Set()
  const service = {
    id: name,
    sessionId: actor,
    machine,
    parent: services.get(parent),
    state: machine.initialState,
    // The package replaces it by one that tells of the event first.
    send: () => {},
    subscribe: (listener) => listeners.add(listener),
    onStop: (listener) => stopListeners.add(listener),
    take: (line) => {
      if (line.type === 'sent') service.send(line.event)
      if (line.state === null || line.state === undefined) return
      service.state = stateOf(machine, line)
      for (const listener of listeners) listener(service.state)
      if (line.status !== 'done') return
      services.delete(actor)
      for (const listener of stopListeners) listener()
    },
  }
  services.set(actor, service)
  globalThis.__xstate__.register(service)
}

function stateOf(machine, { state, event, numbers }) {
  const value = state
    .split('.')
    .reduceRight((inner, key) => (inner === undefined ? key : { [key]: inner }), undefined)
  const resolved = machine.resolveState(State.from(value, numbers))
  resolved._event = toSCXMLEvent(toEventObject(event))
  resolved.event = resolved._event.data
  return resolved
}
