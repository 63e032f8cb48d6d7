import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { definitionOf, stateValue } from './chart-vocabulary.ts'
import type { RecordingLine } from './recording.ts'

/** The version of the frames that the package's receivers are told; they don't read it. */
const frameVersion = '0.7.2'

/** A recording as the frames that `@statelyai/inspect` sends. Pure; microsteps are left out, as it leaves them out. */
export function replayFrames(recording: readonly RecordingLine[]): readonly StatelyInspectionEvent[] {
  return recording.flatMap((line) => {
    const frame = frameOf(line)
    return frame ? [frame] : []
  })
}

function frameOf(line: RecordingLine): StatelyInspectionEvent | null {
  if (line.type !== 'actor' && line.type !== 'sent' && line.type !== 'macrostep') return null
  const base = {
    sessionId: line.actor,
    rootId: line.root,
    createdAt: String(line.at),
    id: null as unknown as string, // as the package itself sends it
    _version: frameVersion,
  }
  switch (line.type) {
    case 'actor':
      return {
        ...base,
        type: '@xstate.actor',
        name: line.name,
        parentId: line.parent ?? undefined,
        definition: definitionOf(line.name),
        snapshot: { status: 'active' },
      }
    case 'sent':
      return {
        ...base,
        type: '@xstate.event',
        sourceId: line.source ?? undefined,
        event: { type: line.event },
      }
    case 'macrostep':
      return { ...base, type: '@xstate.snapshot', event: { type: line.event }, snapshot: snapshotOf(line) }
  }
}

// The inspector reads these of a snapshot; its type is that of a live one.
function snapshotOf(line: Extract<RecordingLine, { type: 'macrostep' }>): never {
  const value = line.state === null ? {} : { value: stateValue(line.state) }
  return { status: line.status, ...value, context: line.numbers } as never // see above
}
