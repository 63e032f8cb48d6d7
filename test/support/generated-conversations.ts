import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { deepFreeze } from './deep-freeze.ts'

/** Quirks that recorded conversations have, each of them more than once. */
export const quirks = [
  'none',
  'reused ids',
  'parallel calls',
  'results out of order',
  'empty assistants',
  'late results',
  'orphan results',
  'unanswered calls',
  'open call at the end',
  'line ends and control characters',
  'multibyte',
  'images',
  'reasoning',
  'arguments that are not JSON',
  'parts and cache marks',
  'system in mid list',
  'user twice and assistant twice',
  'empty and failed results',
  'no system',
  'opens with the assistant',
  'everything',
] as const

export type Quirk = (typeof quirks)[number]

/** A conversation made up from a seed: the same seed gives the same messages. Frozen throughout. */
export function generateConversation(quirk: Quirk, seed: number, rounds = 12): readonly OpenAIChatMessage[] {
  const draft = new Draft(quirk, seed)
  if (!draft.has('no system')) draft.add({ role: 'system', content: draft.text(300) })
  if (draft.has('opens with the assistant')) draft.add({ role: 'assistant', content: draft.text(60) })
  draft.add({ role: 'user', content: draft.text(80) })
  for (let round = 0; round < rounds; round += 1) addRound(draft, round)
  if (draft.has('open call at the end')) draft.add(draft.calls(['last']))
  else if (draft.chance(0.5)) draft.add({ role: 'user', content: draft.text(40) })
  return deepFreeze(draft.messages)
}

/** Random numbers from a seed, each in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function addRound(draft: Draft, round: number): void {
  if (draft.has('user twice and assistant twice') && draft.chance(0.3)) {
    draft.add({ role: 'user', content: draft.text(30) }, { role: 'user', content: draft.text(30) })
    draft.add({ role: 'assistant', content: draft.text(30) })
  }
  if (draft.has('system in mid list') && draft.chance(0.2))
    draft.add({ role: 'system', content: draft.text(50) })
  if (draft.has('orphan results') && draft.chance(0.2)) draft.add(draft.result(`stray-${round}`, 50))
  if (draft.has('empty assistants') && draft.chance(0.3)) draft.add({ role: 'assistant', content: null })
  const count = draft.has('parallel calls') || draft.has('results out of order') ? draft.whole(2, 4) : 1
  const ids = Array.from({ length: count }, (_, index) =>
    draft.has('reused ids') ? String(index) : `call-${round}-${index}`,
  )
  draft.add(draft.calls(ids))
  const results = ids.map((id) => draft.result(id, draft.whole(20, 900)))
  if (draft.has('results out of order')) results.reverse()
  if (draft.has('unanswered calls') && draft.chance(0.3)) results.pop()
  if (draft.has('late results') && draft.chance(0.4)) draft.add({ role: 'user', content: draft.text(20) })
  draft.add(...results)
  if (draft.chance(0.7)) draft.add({ role: 'assistant', content: draft.content(200) })
  if (draft.chance(0.3)) draft.add({ role: 'user', content: draft.content(60) })
}

class Draft {
  readonly messages: OpenAIChatMessage[] = []
  readonly #quirk: Quirk
  readonly #random: () => number

  constructor(quirk: Quirk, seed: number) {
    this.#quirk = quirk
    this.#random = seededRandom(seed)
  }

  has(quirk: Quirk): boolean {
    return this.#quirk === quirk || (this.#quirk === 'everything' && quirk !== 'no system')
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1))
  }

  add(...messages: readonly OpenAIChatMessage[]): void {
    this.messages.push(...messages)
  }

  text(length: number): string {
    const words = ['tide', 'harbour', 'rope', 'lantern', 'gull', 'quay', 'net', 'mast']
    if (this.has('multibyte')) words.push('港', 'बंदर', 'مرفأ', '⚓️', '🐟')
    const separators = this.has('line ends and control characters') ? [' ', '\r\n', '\t', '\u0007'] : [' ']
    let text = ''
    while (text.length < length) text += this.#pick(words) + this.#pick(separators)
    return text
  }

  content(length: number): unknown {
    if (this.has('images') && this.chance(0.3)) {
      const url = `data:image/png;base64,${'iVBO'.repeat(this.whole(20, 400))}`
      return [
        { type: 'text', text: this.text(20) },
        { type: 'image_url', image_url: { url } },
      ]
    }
    if (this.has('parts and cache marks') && this.chance(0.6))
      return [{ type: 'text', text: this.text(length), cache_control: { type: 'ephemeral' } }]
    return this.text(length)
  }

  calls(ids: readonly string[]): OpenAIChatMessage {
    const broken = this.has('arguments that are not JSON') && this.chance(0.4)
    const reasoning = this.has('reasoning') ? { reasoning_content: this.text(90) } : {}
    return {
      role: 'assistant',
      content: this.#pick([null, '', this.text(30)]),
      ...reasoning,
      tool_calls: ids.map((id) => ({
        id,
        type: 'function',
        function: { name: 'look', arguments: broken ? '{"at": ' : JSON.stringify({ at: this.text(20) }) },
      })),
    }
  }

  result(id: string, length: number): OpenAIChatMessage {
    if (this.has('empty and failed results') && this.chance(0.4))
      return { role: 'tool', tool_call_id: id, content: '', is_error: true } as OpenAIChatMessage // found so
    return { role: 'tool', tool_call_id: id, name: 'look', content: this.text(length) }
  }

  #pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T // never an empty list
  }
}
