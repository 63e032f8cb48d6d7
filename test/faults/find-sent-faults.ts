import { parseEnvelope } from '../../src/context/envelope.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { AssemblyDiagnostics } from '../../src/index.ts'
import { type DispatchRules, findDispatchFaults } from '../support/dispatch-checker.ts'
import { ownTexts } from '../support/dispatch-match.ts'
import { isRecord, type RawMessage } from '../support/dispatch-reading.ts'
import { rawSize } from '../support/dispatch-size.ts'

type Message = OpenAIChatMessage

/** What a sent list is held to. */
export interface SentRules extends DispatchRules {
  /** Whole texts of bodies that may ride in the place of their reference. */
  readonly bodies?: readonly string[]
  /** Whether a body is in the workspace by now, so that its envelope may stand for it. */
  readonly isStored?: (text: string) => boolean
  /** Nothing bounds: the list goes as it is. */
  readonly passes?: boolean
}

/** Everything that is wrong with a sent list. Envelopes and bodies are held against their results, then told as notices. */
export function findSentFaults(
  host: readonly Message[],
  sent: readonly Message[],
  told: readonly AssemblyDiagnostics[],
  rules: SentRules,
): readonly string[] {
  if (rules.passes) {
    const isSame = sent.length === host.length && sent.every((message, at) => message === host[at])
    return isSame ? [] : ['a list that passes is not the one that came in']
  }
  const faults: string[] = []
  const raw = sent as unknown as readonly RawMessage[] // read field by field
  const size = raw.reduce((sum, message) => sum + rawSize(message), rules.overhead ?? 0)
  if (size > rules.hardLimit) faults.push(`${size} is sent, above the hard limit ${rules.hardLimit}`)
  // Calls may overlap: the last one that was told with this size is meant.
  const diagnostics = told.findLast((one) => one.finalSize === size)
  if (!diagnostics) return [...faults, `${size} is sent, and no completed assembly tells of it`]
  const noted = raw.map((message) => asNotice(message, rules, faults, host))
  const finalSize = noted.reduce((sum, message) => sum + rawSize(message), rules.overhead ?? 0)
  const checked = findDispatchFaults(
    host as unknown as readonly RawMessage[], // as above
    noted,
    {
      ...diagnostics,
      outcome: noted.some((message, at) => message !== raw[at]) ? 'reduced' : diagnostics.outcome,
      finalSize,
    },
    { ...rules, hardLimit: Number.MAX_SAFE_INTEGER },
  )
  return [...faults, ...checked]
}

function asNotice(
  message: RawMessage,
  { bodies = [], isStored }: SentRules,
  faults: string[],
  host: readonly Message[],
): RawMessage {
  const { role, content } = message
  if (role !== 'tool' || typeof content !== 'string' || !isRecord(message)) return message
  if (host.some((own) => (own as unknown) === message)) return message
  if (bodies.some((body) => content.includes(body))) return { ...message, content: ownTexts.elided }
  const envelope = parseEnvelope(content)
  if (!envelope) return message
  const original = host.find(({ tool_call_id: id }) => id === message['tool_call_id'])?.content
  if (typeof original !== 'string' || !isStored?.(original))
    faults.push('an envelope stands for what is not in the workspace')
  return { ...message, content: ownTexts.elided }
}
