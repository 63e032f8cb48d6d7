import { type ArtifactWorkspace, artifactWorkspace, parseEnvelope } from '../../src/artifacts/index.ts'
import type { Digest } from '../../src/context/entry.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { HybridProfile, PlimsollEvent, Run } from '../../src/index.ts'
import type { RunOptions } from '../../src/run/run-options.ts'
import { compose } from '../support/compose.ts'
import { calls, result, system, user } from '../support/messages.ts'

type Message = OpenAIChatMessage

/** A run with a workspace in memory, and what it told. */
export interface ArtifactRun {
  readonly run: Run<Message>
  readonly workspace: ArtifactWorkspace
  readonly events: readonly PlimsollEvent[]
}

/** Opens a run with a workspace: limit 10,000 bytes, inline limit 1,000. */
export function openArtifactRun(
  options: RunOptions<Message> = {},
  profile: Partial<HybridProfile<Message>> = {},
): ArtifactRun {
  const workspace = artifactWorkspace()
  const events: PlimsollEvent[] = []
  const run = compose({ hardLimitBytes: 10_000, ...profile }).openRun<Message>({
    workspace,
    offload: { inlineLimitBytes: 1_000 },
    report: (event) => events.push(event),
    ...options,
  })
  return { run, workspace, events }
}

/** A conversation in which one exchange for each text has that text as its result. */
export function withResults(...texts: readonly string[]): Message[] {
  return [
    system(),
    user('Look it up.'),
    ...texts.flatMap((text, index) => [calls(`call-${index}`), result(`call-${index}`, text)]),
  ]
}

/** The digest that a text refers to as an envelope. Fails for any other text. */
export function digestIn(text: unknown): Digest {
  const envelope = typeof text === 'string' ? parseEnvelope(text) : undefined
  if (!envelope) throw new Error('the text is no envelope')
  return envelope.digest
}

/** What a call is sent, as one text. */
export async function sentText(run: Run<Message>, messages: readonly Message[]): Promise<string> {
  return run.dispatch(messages, (list) => JSON.stringify(list))
}

/** How often a text stands in another. */
export function countOf(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Decisions about artifacts, without their headers. */
export function decisionsIn(events: readonly PlimsollEvent[]) {
  return events.flatMap((event) => ('decision' in event ? [event.decision] : []))
}
