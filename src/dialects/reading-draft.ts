import type { MessageReading, Piece, Role, TextPiece, ToolLink } from '../context/reading.ts'

/** A reading while it is made. Finished, it is handed out as it is: one object a message. */
export interface ReadingDraft extends MessageReading {
  pieces: Piece[]
  links: ToolLink[]
  approvalRequests: MessageReading['approvalRequests'][number][]
  approvalResponses: string[]
  plainText: string | undefined
  reasoningOnly: boolean
  named: boolean | undefined
  prefix: boolean | undefined
  continues: boolean
  empty: boolean
  compaction: boolean
  cacheMarks: number
}

// Shared by all readings that have none of these, hence frozen; `append` replaces them.
const noPieces: Piece[] = []
const noLinks: ToolLink[] = []
const noRequests: ReadingDraft['approvalRequests'] = []
const noResponses: string[] = []
for (const shared of [noPieces, noLinks, noRequests, noResponses]) Object.freeze(shared)

export function draftReading(role: Role): ReadingDraft {
  return {
    role,
    pieces: noPieces,
    links: noLinks,
    approvalRequests: noRequests,
    approvalResponses: noResponses,
    plainText: undefined,
    reasoningOnly: false,
    named: undefined,
    prefix: undefined,
    continues: false,
    empty: false,
    compaction: false,
    cacheMarks: 0,
  }
}

export function addPiece(draft: ReadingDraft, piece: Piece): void {
  draft.pieces = append(draft.pieces, noPieces, piece)
}

/** Adds a piece of text unless the text is empty. */
export function addText(draft: ReadingDraft, type: TextPiece['type'], text: string): void {
  if (text !== '') addPiece(draft, { type, text })
}

const callless: ReadonlySet<Role> = new Set(['user', 'system', 'tool'])

export function addLink(draft: ReadingDraft, link: ToolLink): void {
  // Wherever a host puts such a part: of all whom a dialect knows, only the model calls.
  if (link.type === 'call' && callless.has(draft.role)) return
  draft.links = append(draft.links, noLinks, link)
}

export function addApprovalRequest(draft: ReadingDraft, approvalId: string, key: string | undefined): void {
  // The model asks: a result that is elided takes no request with it.
  if (draft.role === 'tool') return
  draft.approvalRequests = append(draft.approvalRequests, noRequests, { approvalId, key })
}

export function addApprovalResponse(draft: ReadingDraft, approvalId: string): void {
  draft.approvalResponses = append(draft.approvalResponses, noResponses, approvalId)
}

/** The text of the pieces from a place on, when all of them are of the type; undefined when one is not. */
export function joinPieces(
  pieces: readonly Piece[],
  from: number,
  type: TextPiece['type'],
): string | undefined {
  let text = ''
  for (let place = from; place < pieces.length; place += 1) {
    const piece = pieces[place]
    if (piece?.type !== type) return undefined
    text += piece.text
  }
  return text
}

/** Sets what follows from the content as a whole. Called when all of it is read, and nothing that only goes with it. */
export function settleContent(draft: ReadingDraft, moreThanReasoning: boolean): void {
  const { pieces, links, approvalRequests, approvalResponses } = draft
  const bare = links.length + approvalRequests.length + approvalResponses.length === 0
  draft.empty = bare && pieces.length === 0
  draft.reasoningOnly = bare && !moreThanReasoning && pieces.length > 0
  draft.continues = draft.reasoningOnly
  if (!bare) draft.plainText = undefined
  else if (pieces.length > 0) draft.plainText = joinPieces(pieces, 0, 'text')
}

// A first `push` makes room for 17 items; most messages have but a few pieces.
function append<T>(list: T[], shared: T[], item: T): T[] {
  if (list === shared) return [item]
  if (list.length < 4) return [...list, item]
  list.push(item)
  return list
}
