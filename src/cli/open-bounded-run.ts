import type { Fields } from '../dialects/fields.ts'
import { AssemblyTerminatedError } from '../errors/assembly-terminated-error.ts'
import { reductionMemory } from '../memory/reduction-memory.ts'
import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'
import type { Report } from '../observability/events.ts'
import { createPlimsoll } from '../run/create-plimsoll.ts'
import type { Conversation } from './input/conversation.ts'
import type { BoundOptions } from './options/bound-options.ts'
import { composeOptions } from './options/compose-options.ts'

/** How one provider call went: what would be sent, and what was decided. */
export interface BoundedList {
  readonly diagnostics: AssemblyDiagnostics
  /** Null when nothing would be sent. */
  readonly sent: readonly Fields[] | null
}

/** A run that bounds lists of one conversation, each of them as if it had been sent and answered. */
export interface BoundedRun {
  bound(messages: readonly Fields[]): Promise<BoundedList>
  readonly reducerCalls: () => number
  close(): Promise<void>
}

/**
 * Opens a run for a conversation.
 *
 * @throws InputError, ProfileError when the options don't hold together
 */
export function openBoundedRun(
  conversation: Conversation,
  options: BoundOptions,
  signal: AbortSignal,
  onEvent: Report = () => {},
): BoundedRun {
  const { composition, reducerCalls } = composeOptions(options)
  let last: AssemblyDiagnostics | undefined
  const run = createPlimsoll(composition).openRun<Fields>({
    dialect: conversation.dialect,
    report: (event) => {
      onEvent(event)
      if ('diagnostics' in event) last = event.diagnostics
    },
    ...(options.memory ? { memory: reductionMemory() } : {}),
  })
  const diagnosticsOf = (): AssemblyDiagnostics => {
    if (!last) throw new Error('An assembly that ends tells its diagnostics')
    return last
  }
  return {
    bound: async (messages) => {
      try {
        const call = await run.assemble(messages, { overhead: conversation.overhead, signal })
        await call.commit()
        return { diagnostics: diagnosticsOf(), sent: call.messages }
      } catch (error) {
        if (!AssemblyTerminatedError.isInstance(error)) throw error
        return { diagnostics: diagnosticsOf(), sent: null }
      }
    },
    reducerCalls,
    close: () => run.close(),
  }
}
