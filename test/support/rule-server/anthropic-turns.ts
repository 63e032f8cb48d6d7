import { type Fields, listOf, textOf } from './wire.ts'

/** A content block with its place in the request. */
export interface PlacedBlock {
  /** `messages.<at>.content.<place>`. */
  readonly at: number
  readonly place: number
  readonly block: Fields
}

/** Messages of one role that stand side by side: the API reads them as one. */
export interface AnthropicTurn {
  readonly role: string
  /** Place of the first of its messages. */
  readonly at: number
  readonly blocks: readonly PlacedBlock[]
}

export function anthropicTurns(body: Fields): readonly AnthropicTurn[] {
  const turns: { role: string; at: number; blocks: PlacedBlock[] }[] = []
  listOf(body['messages']).forEach((message, at) => {
    const role = textOf(message['role'])
    const blocks = blocksOf(message['content']).map((block, place) => ({ at, place, block }))
    const last = turns.at(-1)
    if (last?.role === role) last.blocks.push(...blocks)
    else turns.push({ role, at, blocks })
  })
  return turns
}

export function blocksOf(content: unknown): readonly Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
}

export function blocksOfType(turn: AnthropicTurn | undefined, type: string): readonly PlacedBlock[] {
  return turn?.blocks.filter(({ block }) => block['type'] === type) ?? []
}

export function nameOf({ at, place }: PlacedBlock): string {
  return `messages.${at}.content.${place}`
}
