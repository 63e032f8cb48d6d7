import type { StatelyInspectionEvent } from '@statelyai/inspect'
import {
  definitionOf,
  safeEventType,
  safeName,
  safeNumbers,
  safeSession,
  safeState,
  safeStatus,
  stateValue,
} from './chart-vocabulary.ts'

/**
 * The `serialize` option of `@statelyai/inspect`: builds each frame anew out of what is on a list of ours. State names,
 * event types, ids and numbers go through, whatever else an actor carries does not. Serialising twice changes nothing.
 *
 * @example
 * const inspector = createWebSocketInspector({ url, serialize: serializeFrame })
 * const run = plimsoll.openRun({ inspect: inspector.inspect })
 */
export function serializeFrame(frame: StatelyInspectionEvent): StatelyInspectionEvent {
  const base = {
    sessionId: safeSession(frame.sessionId) ?? '',
    rootId: safeSession(frame.rootId) ?? '',
    createdAt: digitsOf(frame.createdAt, /^\d{1,15}$/),
    // The package says that it is a text, and sends null.
    id: null as unknown as string,
    _version: digitsOf(frame._version, /^[\d.]{1,15}$/),
  }
  switch (frame.type) {
    case '@xstate.actor': {
      const name = safeName(frame.name)
      const parentId = safeSession(frame.parentId) ?? undefined
      return {
        ...base,
        type: frame.type,
        name,
        parentId,
        definition: definitionOf(name),
        snapshot: safeSnapshot(frame),
      }
    }
    case '@xstate.event': {
      const sourceId = safeSession(frame.sourceId) ?? undefined
      return { ...base, type: frame.type, sourceId, event: { type: safeEventType(frame.event?.type) } }
    }
    default:
      return {
        ...base,
        type: '@xstate.snapshot',
        event: { type: safeEventType(frame.event?.type) },
        snapshot: safeSnapshot(frame),
      }
  }
}

// Of a snapshot the inspector reads these; its type is that of a live one, with output and error.
function safeSnapshot({ snapshot }: { readonly snapshot?: unknown }): never {
  const { status, value, context } = (snapshot ?? {}) as Record<string, unknown> // read as what it may be
  const state = safeState(value)
  return {
    status: safeStatus(status),
    ...(state === null ? {} : { value: stateValue(state) }),
    context: safeNumbers(context),
  } as never // see above
}

function digitsOf(text: unknown, pattern: RegExp): string {
  return typeof text === 'string' && pattern.test(text) ? text : '0'
}
