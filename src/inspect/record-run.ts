import { assemblyNameOf } from '../observability/assembly-names.ts'
import type { Report } from '../observability/events.ts'
import type { RunActorFrame } from '../run/run-actor.ts'
import {
  type ShownNumbers,
  safeEventType,
  safeName,
  safeNumbers,
  safeSession,
  safeState,
  safeStateId,
  safeStatus,
} from './chart-vocabulary.ts'
import type { RecordingLine } from './recording.ts'

/** Two options of `openRun`, for one run or for several. */
export interface RunRecorder {
  readonly report: Report
  readonly inspect: (frame: RunActorFrame) => void
}

/**
 * Records events and every microstep of the charts as lines of JSON, offline: states, event types, ids and numbers, and
 * nothing else. A recording can be shown in the inspector and in the report.
 *
 * @param write called with each line, its newline included
 * @example
 * const file = createWriteStream('run.ndjson')
 * const run = plimsoll.openRun({ ...recordRun((line) => file.write(line)) })
 */
export function recordRun(write: (line: string) => unknown): RunRecorder {
  const put = (line: RecordingLine): void => {
    write(`${JSON.stringify(line)}\n`)
  }
  // Slots are used again: an actor's assembly is the one that was asked for last under its slot.
  const requested = new Map<string, string>()
  put({ type: 'recording', version: 1 })
  return {
    report: (event) => put({ type: 'event', event }),
    inspect: (frame) => {
      const line = lineOf(frame, requested)
      if (line) put(line)
    },
  }
}

function lineOf(frame: RunActorFrame, requested: Map<string, string>): RecordingLine | null {
  const actor = safeSession(frame.actorRef.sessionId)
  const root = safeSession(frame.rootId)
  if (actor === null || root === null) return null
  const at = Date.now()
  switch (frame.type) {
    case '@xstate.actor': {
      const { parent, name } = identityOf(frame.actorRef)
      const key = `${root} ${name}`
      const assemblyId = requested.get(key) ?? null
      requested.delete(key)
      return { type: 'actor', at, actor, root, parent, name, assemblyId }
    }
    case '@xstate.event': {
      noteRequest(frame.event, root, requested)
      const source = safeSession(frame.sourceRef?.sessionId)
      return { type: 'sent', at, actor, root, source, event: safeEventType(frame.event.type) }
    }
    case '@xstate.microstep':
      return {
        ...{ type: 'microstep', at, actor, event: safeEventType(frame.event.type) },
        transitions: frame._transitions.flatMap(({ source, target }) => {
          const from = safeStateId(source.id)
          return from === null ? [] : [{ from, to: safeStateId(target?.[0]?.id) }]
        }),
        ...standingOf(frame.snapshot),
      }
    case '@xstate.snapshot': {
      const event = safeEventType(frame.event.type)
      const status = safeStatus(frame.snapshot.status)
      return { type: 'macrostep', at, actor, root, event, status, ...standingOf(frame.snapshot) }
    }
    default:
      return null
  }
}

interface ActorIdentity {
  readonly parent: string | null
  readonly name: string
}

function identityOf(actorRef: object): ActorIdentity {
  const { id, sessionId, logic, _parent } = actorRef as {
    readonly id?: unknown
    readonly sessionId?: unknown
    readonly logic?: { readonly config?: { readonly id?: unknown } }
    readonly _parent?: { readonly sessionId?: unknown }
  } // what every actor of XState has; read as what it may be
  return {
    parent: safeSession(_parent?.sessionId),
    // A root has no id but its session's: its chart names it.
    name: safeName(id === sessionId ? logic?.config?.id : id),
  }
}

function noteRequest(event: object, root: string, requested: Map<string, string>): void {
  if (!('slot' in event && 'workbench' in event)) return
  const { slot, workbench } = event
  if (typeof workbench !== 'object' || workbench === null) return
  const assemblyId = assemblyNameOf(workbench)
  if (assemblyId !== undefined) requested.set(`${root} ${safeName(slot)}`, assemblyId)
}

function standingOf(snapshot: object): {
  readonly state: string | null
  readonly numbers: ShownNumbers
} {
  return {
    state: safeState(Reflect.get(snapshot, 'value')),
    numbers: safeNumbers(Reflect.get(snapshot, 'context')),
  }
}
