import type { CommandIo } from './command-io.ts'
import type { Conversation } from './input/conversation.ts'
import { oneLine } from './input-error.ts'

/** Says beside the output how a file was taken, where that is not plain. */
export function tellNotes({ name, notes }: Conversation, io: CommandIo): void {
  for (const note of notes) io.writeError(`plimsoll: ${oneLine(`${name}: ${note}`)}\n`)
}
