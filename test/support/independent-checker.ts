import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'

// A second opinion on chat messages, slow and plain: it shares no code with `src/context` and trusts no positions.

type Message = OpenAIChatMessage

export interface Claim {
  readonly original: readonly Message[]
  readonly sent: readonly Message[]
  /** What the provider demands, by name. */
  readonly demands: readonly string[]
  readonly retention: number
  readonly pinFirstUserMessage: boolean
}

const notices = [
  '[tool result left out to keep the request within its size limit]',
  '[earlier messages were left out to keep the request within its size limit]',
] as const
const ledgerHeading = 'References from earlier messages that were left out of this request:'

/** Everything that is wrong with a list that is to be sent in place of another. Empty when nothing is. */
export function findFaults(claim: Claim): string[] {
  const { original, sent } = claim
  const origins = findOrigins(original, sent)
  const kept = origins.filter((origin) => origin >= 0)
  const faults: string[] = []
  if (original.length > 0 && sent.every((message, place) => (origins[place] ?? -1) < 0 && isOurs(message)))
    faults.push('nothing is left')
  for (let place = 1; place < kept.length; place += 1)
    if ((kept[place] ?? 0) <= (kept[place - 1] ?? 0))
      faults.push(`message ${kept[place]} is moved or repeated`)
  for (const index of findRequired(claim))
    if (!sent.includes(original[index] as Message)) faults.push(`message ${index} is required`) // an index of the list
  for (const group of findGroups(original)) {
    const there = group.filter((index) => kept.includes(index))
    if (there.length > 0 && there.length < group.length) faults.push(`the exchange of ${group[0]} is torn`)
  }
  sent.forEach((message, place) => {
    if ((origins[place] ?? -1) >= 0 || isOurs(message)) return
    if (message.role !== 'user' || typeof message.content !== 'string' || message.content.trim() === '')
      faults.push(`${place} is neither from the list nor a summary`)
    else if (!hasGap(origins, place, original.length))
      faults.push(`the summary at ${place} stands for nothing`)
  })
  const lines = sent.flatMap(({ content }) => (typeof content === 'string' ? content.split('\n') : []))
  for (const { content } of original)
    if (isReference(content) && !lines.includes(content)) faults.push(`the reference ${content} is lost`)
  const before = new Set(findDefects(original, claim.demands).map(({ demand, at }) => nameDefect(demand, at)))
  for (const { demand, at } of findDefects(sent, claim.demands))
    if (!before.has(nameDefect(demand, origins[at] ?? -1))) faults.push(`${demand} is broken at ${at}`)
  return faults
}

/** Indexes of the messages that every list must hold unchanged. */
export function findRequired({ original, retention, pinFirstUserMessage }: Claim): readonly number[] {
  const groups = findGroups(original)
  const groupOf = (index: number): readonly number[] => groups.find((group) => group.includes(index)) ?? []
  const required = new Set<number>()
  const add = (index: number): void => {
    for (const member of groupOf(index)) required.add(member)
  }
  const isTask = ({ role, content }: Message): boolean =>
    role === 'user' && typeof content === 'string' && content.trim() !== '' && !isReference(content)
  original.forEach((message, index) => {
    if (message.role === 'system' || message.role === 'developer') add(index)
    if (isPending(original, index)) add(index)
  })
  add(original.findLastIndex(({ content }) => hasPart(content, 'compaction')))
  add(original.findLastIndex(isTask))
  if (pinFirstUserMessage) add(original.findIndex(isTask))
  const counts = ({ role, content, tool_calls: calls }: Message): boolean =>
    role !== 'system' &&
    role !== 'developer' &&
    (role === 'tool' || calls !== undefined || !isReference(content))
  const recent = original.flatMap((message, index) => (counts(message) ? [index] : []))
  if (retention > 0) for (const index of recent.slice(-retention)) add(index)
  const recentGroups = groups.filter((group) => group.some((index) => recent.includes(index)))
  if (retention > 0) for (const group of recentGroups.slice(-retention)) add(group[0] ?? -1)
  return [...required]
}

/** UTF-8 bytes of what a list says. */
export function countBytes(messages: readonly Message[]): number {
  const texts = messages.flatMap((message) => [
    message.content,
    message.reasoning_content,
    message.tool_call_id,
    ...callsOf(message).flatMap((call) => [call.id, call.function.name, call.function.arguments]),
  ])
  return texts.reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0),
    0,
  )
}

/** Places where a list breaks a demand. */
export function findDefects(
  messages: readonly Message[],
  demands: readonly string[],
): readonly { readonly demand: string; readonly at: number }[] {
  return demands.flatMap((demand) =>
    messages.flatMap((_, at) => (breaks(demand, messages, at) ? [{ demand, at }] : [])),
  )
}

function breaks(demand: string, messages: readonly Message[], at: number): boolean {
  const message = messages[at] as Message // a place of the list
  const before = messages[at - 1]
  const answers = answersOf(messages)
  switch (demand) {
    case 'callsAnswered':
      return callsOf(message).some(
        ({ id, providerExecuted }, ordinal) =>
          !providerExecuted &&
          !answers.some(({ call, number, repeats }) => call === at && number === ordinal && !repeats) &&
          !awaits(messages, at, id),
      )
    case 'resultsHaveCall':
      return message.role === 'tool' && !answers.some(({ result }) => result === at)
    case 'oneResultPerCall':
      return answers.some(({ result, repeats }) => result === at && repeats)
    case 'callIdsUnique': {
      let start = at
      while (messages[start - 1]?.role === 'assistant') start -= 1
      const earlier = messages.slice(start, at).flatMap((other) => callsOf(other).map(({ id }) => id))
      const ids = callsOf(message).map(({ id }) => id)
      return ids.some((id, ordinal) => earlier.includes(id) || ids.indexOf(id) < ordinal)
    }
    case 'callIdsUniqueInList': {
      const earlier = messages.slice(0, at).flatMap((other) => callsOf(other).map(({ id }) => id))
      return callsOf(message).some(({ id }) => earlier.includes(id))
    }
    case 'callsFollowUserOrResults': {
      let start = at
      while (isReasoning(messages[start - 1] ?? { role: 'none' })) start -= 1
      const calls = callsOf(message).some(({ providerExecuted }) => !providerExecuted)
      return calls && messages[start - 1]?.role === 'assistant'
    }
    case 'resultsFollowCalls': {
      const answer = answers.find(({ result, repeats }) => result === at && !repeats)
      if (!answer || callsOf(messages[answer.call] as Message)[answer.number]?.providerExecuted) return false // of the list
      return messages.slice(answer.call + 1, at).some(({ role }) => role !== 'tool')
    }
    case 'opensWithUser':
      return (
        at === messages.findIndex(({ role }) => role !== 'system' && role !== 'developer') &&
        message.role !== 'user'
      )
    case 'noUserAfterToolResult':
      return message.role === 'user' && before?.role === 'tool'
    case 'noReasoningAlone':
      return isReasoning(message) && messages[at + 1]?.role !== 'assistant'
    case 'noEmptyAssistant':
      return message.role === 'assistant' && message.content === '' && callsOf(message).length === 0
    case 'argumentsAreJson':
      return callsOf(message).some((call) => call.function.arguments !== '{}')
    default:
      throw new Error(`the checker knows nothing of ${demand}`)
  }
}

interface Answer {
  readonly call: number
  readonly number: number
  readonly result: number
  readonly repeats: boolean
}

// For each result the nearest message before it with a call of its id that has no result yet, and there the first such
// call; else the last one answered.
function answersOf(messages: readonly Message[]): readonly Answer[] {
  const answers: Answer[] = []
  messages.forEach((message, result) => {
    if (message.role !== 'tool') return
    let found: Answer | undefined
    for (let call = result - 1; call >= 0 && !found; call -= 1) {
      const calls = callsOf(messages[call] as Message) // a place of the list
      for (let number = 0; number < calls.length && !found; number += 1) {
        if (calls[number]?.id !== message.tool_call_id) continue
        if (answers.some((answer) => answer.call === call && answer.number === number)) continue
        found = { call, number, result, repeats: false }
      }
    }
    const answered = answers.findLast(
      ({ result: other, repeats }) => !repeats && messages[other]?.tool_call_id === message.tool_call_id,
    )
    if (!found && answered) found = { ...answered, result, repeats: true }
    if (found) answers.push(found)
  })
  return answers
}

function findGroups(messages: readonly Message[]): readonly (readonly number[])[] {
  const label = messages.map((_, index) => index)
  const join = (one: number, other: number): void => {
    const [from, to] = [label[one], label[other]]
    label.forEach((current, index) => {
      if (current === from) label[index] = to ?? current
    })
  }
  for (const { call, result } of answersOf(messages)) join(call, result)
  messages.forEach((message, index) => {
    const next = messages[index + 1]
    // What a provider compacted is an answer of its own.
    const goesOn = next?.role === 'assistant' && !hasPart(next.content, 'compaction')
    if (isReasoning(message) && goesOn) join(index, index + 1)
  })
  return [...new Set(label)]
    .map((current) => label.flatMap((other, index) => (other === current ? [index] : [])))
    .sort(([first = 0], [other = 0]) => first - other)
}

function findOrigins(original: readonly Message[], sent: readonly Message[]): readonly number[] {
  let last = -1
  return sent.map((message) => {
    const same = original.indexOf(message)
    const elided = original.findIndex(
      ({ role, tool_call_id: id }, index) =>
        index > last && role === 'tool' && id === message.tool_call_id && message.content === notices[0],
    )
    const origin = same >= 0 ? same : message.role === 'tool' ? elided : -1
    if (origin >= 0) last = origin
    return origin
  })
}

function hasGap(origins: readonly number[], place: number, length: number): boolean {
  const before = Math.max(-1, ...origins.slice(0, place))
  const after = origins.slice(place + 1).find((origin) => origin >= 0) ?? length
  for (let index = before + 1; index < after; index += 1) if (!origins.includes(index)) return true
  return false
}

// How a list opens is one fact about the list.
function nameDefect(demand: string, at: number): string {
  return demand === 'opensWithUser' ? demand : `${demand} ${at}`
}

function isOurs({ role, content }: Message): boolean {
  if (typeof content !== 'string') return false
  // In the role of the assistant, the notice stands in for an answer that the provider misses.
  if (content === notices[1]) return role === 'user' || role === 'assistant'
  return role === 'user' && content.startsWith(ledgerHeading)
}

function isReference(content: unknown): content is string {
  return typeof content === 'string' && /^artifact:\/\/sha256\/[0-9a-f]{64}$/.test(content)
}

function isReasoning(message: Message): boolean {
  return message.reasoning_content !== undefined && message.content === null && callsOf(message).length === 0
}

interface Call {
  readonly id: string
  readonly providerExecuted?: boolean
  readonly function: { readonly name: string; readonly arguments: string }
}

function callsOf({ tool_calls: calls }: Message): readonly Call[] {
  return (calls ?? []) as readonly Call[] // as the builders of test/support write them
}

function hasPart(content: unknown, type: string): boolean {
  return Array.isArray(content) && content.some((part) => part.type === type)
}

// Approvals stand beside their call, and are never answered in the lists that are checked here.
function isPending(messages: readonly Message[], at: number): boolean {
  return hasPart(messages[at]?.content, 'tool-approval-request')
}

function awaits(messages: readonly Message[], at: number, id: string): boolean {
  const content = messages[at]?.content
  return Array.isArray(content) && content.some((part) => part.toolCallId === id)
}
