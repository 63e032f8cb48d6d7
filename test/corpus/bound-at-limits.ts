import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  boundOnce,
  composeHeld,
  LastDiagnostics,
  type ProfileName,
  providerCalls,
} from '../support/bound-conversation.ts'
import type { RawMessage } from '../support/dispatch-reading.ts'
import { rawSize } from '../support/dispatch-size.ts'

/** Shares of a conversation's own size that its calls are held to. */
export const shares = [1 / 20, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1, 1.2] as const

/** Shares for every provider call in turn. */
export const sharesInTurn = [1 / 8, 1 / 4, 1 / 2] as const

/** Conversations of this many messages and more are bounded at their last call only. */
export const longConversation = 100

export function conversationSize(messages: readonly OpenAIChatMessage[]): number {
  return messages.reduce((sum, message) => sum + rawSize(message as unknown as RawMessage), 0) // any field
}

/** Bounds a conversation's last call at every share, and all of its calls in turn if it is short; what is wrong. */
export async function findFaultsAtLimits(
  messages: readonly OpenAIChatMessage[],
  profile: ProfileName,
): Promise<string[]> {
  const size = conversationSize(messages)
  const faults: string[] = []
  for (const share of shares) {
    const hardLimit = Math.max(2, Math.ceil(size * share))
    const { plimsoll, rules } = composeHeld(profile, hardLimit)
    const inTurn = messages.length < longConversation && sharesInTurn.some((other) => other === share)
    const last = new LastDiagnostics()
    const run = plimsoll.openRun({ report: last.report })
    for (const list of inTurn ? providerCalls(messages) : [messages]) {
      const bounded = await boundOnce(run, Object.freeze(list), rules, last)
      faults.push(...bounded.faults.map((fault) => `${list.length} messages in ${hardLimit}: ${fault}`))
      if (share >= 1.2 && bounded.outcome !== 'withinLimit')
        faults.push(`${bounded.outcome} with room to spare`)
    }
    await run.close()
  }
  return faults
}
