import {
  type ArtifactWorkspace,
  artifactWorkspace,
  digestText,
  formatReference,
} from '../../src/artifacts/index.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { Run } from '../../src/index.ts'
import type { RunOptions } from '../../src/run/run-options.ts'
import { compose } from '../support/compose.ts'
import { bytes, calls, result, system, user } from '../support/messages.ts'

type Message = OpenAIChatMessage

/** A body of an artifact, told from the others by its letter. */
export const bodyOf = (letter: string): string => `body ${letter} ${bytes(200, letter)}`
export const keyOf = (letter: string): string => digestText(bodyOf(letter))
export const referenceOf = (letter: string): string => formatReference(keyOf(letter))

/** The letters of the bodies that ride in a list. */
export function lettersIn(messages: unknown): string[] {
  return [...JSON.stringify(messages).matchAll(/body (\w) /g)].map(([, letter = '']) => letter).sort()
}

/** A conversation whose tool results are references to bodies. */
export function historyOf(letters: string): Message[] {
  return [
    system(),
    user('Look it up.'),
    ...[...letters].flatMap((letter) => [
      calls(`call-${letter}`),
      result(`call-${letter}`, referenceOf(letter)),
    ]),
    user('Go on.'),
  ]
}

export async function workspaceWith(letters: string): Promise<ArtifactWorkspace> {
  const workspace = artifactWorkspace()
  for (const letter of letters) await workspace.store(bodyOf(letter), null)
  return workspace
}

/** A run in which these bodies wait to be delivered. */
export async function openBodyRun(
  letters: string,
  options: RunOptions<Message> = {},
  hardLimitBytes = 10_000,
): Promise<Run<Message>> {
  const workspace = options.workspace ?? (await workspaceWith(letters))
  const run = compose({ hardLimitBytes }).openRun<Message>({ ...options, workspace })
  for (const letter of letters) await run.rehydrate(referenceOf(letter), { source: 'toolRequest' })
  return run
}
