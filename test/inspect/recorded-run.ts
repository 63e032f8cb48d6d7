import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { createInspector } from '@statelyai/inspect'
import { type RecordingLine, readRecording, recordRun, serializeFrame } from '../../src/inspect/index.ts'
import type { RunOptions } from '../../src/run/run-options.ts'
import { play, type Situation, situations } from '../observability/situations.ts'

type Play = (options: Pick<RunOptions<never>, 'report' | 'inspect'>) => Promise<unknown>

/** What a recorder writes of what is played. */
export async function record(playing: Play): Promise<readonly RecordingLine[]> {
  const lines: string[] = []
  await playing(recordRun((line) => lines.push(line)))
  return readRecording(lines.join(''))
}

/** What `@statelyai/inspect` sends of what is played. */
export async function inspectFrames(playing: Play): Promise<readonly StatelyInspectionEvent[]> {
  const frames: StatelyInspectionEvent[] = []
  const { inspect } = createInspector({ send: (frame) => frames.push(frame) }, { serialize: serializeFrame })
  await playing({ inspect })
  // The package puts each frame off by a timer of no length.
  await new Promise((resolve) => setTimeout(resolve, 0))
  return frames
}

/** Plays one situation to its end. */
export function playing(situation: Situation): Play {
  return async (options) => {
    const { run, sending } = play(situation, options)
    await sending.catch(() => {})
    await run.close()
  }
}

export function situationNamed(name: string): Situation {
  const found = situations.find((situation) => situation.name === name)
  if (!found) throw new Error(`no situation is named ${name}`)
  return found
}

/** The states of the assemblies, in the order in which they were shown. */
export function statesOf(frames: readonly StatelyInspectionEvent[]): string[] {
  const assemblies = new Set<string>()
  const states: string[] = []
  for (const frame of frames) {
    if (frame.type === '@xstate.actor' && frame.name.startsWith('assembly:')) assemblies.add(frame.sessionId)
    if (frame.type !== '@xstate.snapshot' || !assemblies.has(frame.sessionId)) continue
    const { value }: { value?: unknown } = frame.snapshot as object // of a chart
    states.push(
      typeof value === 'string'
        ? value
        : Object.entries(value ?? {})
            .flat()
            .join('.'),
    )
  }
  return states
}
