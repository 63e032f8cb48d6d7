import type { MessageReading } from '../../context/reading.ts'
import type { Fields } from '../../dialects/fields.ts'
import type { CommandIo } from '../command-io.ts'
import { InputError } from '../input-error.ts'
import type { Conversation } from './conversation.ts'
import { decodeText } from './decode-text.ts'
import { draftList } from './draft-list.ts'
import { findList, findListInLines, isRecord } from './find-list.ts'
import type { MessageDraft } from './message-draft.ts'
import { type Parsed, parseText } from './parse-text.ts'
import { requireOnlyOne } from './pick-record.ts'
import { readBytes, standardInput } from './read-bytes.ts'
import { readClaudeCodeSession, readPiSession, sessionShape } from './read-session.ts'
import { dialectOf } from './shape-dialects.ts'
import type { ShapeName } from './shape-names.ts'
import { shapeTitles } from './shape-titles.ts'

/** What a caller knows of a file. */
export interface ReadingOptions {
  /** Its shape; left out, it is found out. */
  readonly dialect?: ShapeName
  /** Which of several recorded requests or conversations to take, counted from 1. */
  readonly pick?: number
}

/**
 * Reads a recorded conversation from a file, or from the standard input for `-`.
 *
 * @throws InputError naming file, place and remedy; never content
 */
export async function readConversation(
  file: string,
  options: ReadingOptions,
  io: CommandIo,
): Promise<Conversation> {
  const name = file === '-' ? standardInput : file
  const parsed = parseText(decodeText(await readBytes(file, io), name), name)
  const { placeOf, ...draft } = draftConversation(parsed, options, name)
  if (draft.messages.length === 0)
    throw new InputError(name, undefined, 'holds no messages; give a conversation')
  const reader = dialectOf(draft.shape)
  const readings = draft.messages.map((message, index) => {
    const reading = attemptRead(() => reader.read(message))
    if (reading && !hasUnknownRole(reading, message)) return reading
    throw new InputError(
      name,
      placeOf(index),
      `has no role that ${shapeTitles[draft.shape]} knows; mend the message, or name the shape with --dialect`,
    )
  })
  return { ...draft, name, title: shapeTitles[draft.shape], dialect: reader, readings }
}

function draftConversation(parsed: Parsed, { dialect, pick }: ReadingOptions, name: string): MessageDraft {
  // A session of one line is valid JSON as a whole.
  const lines = parsed.type === 'lines' ? parsed.lines : [{ number: 1, value: parsed.value }]
  const session = sessionShape(lines)
  if (session !== undefined && (dialect === undefined || dialect === session)) {
    requireOnlyOne(pick, name)
    const { lineOf, ...rest } =
      session === 'pi' ? readPiSession(lines, name) : readClaudeCodeSession(lines, name)
    return { ...rest, overhead: [], placeOf: (index) => `line ${lineOf[index]}` }
  }
  if (parsed.type === 'json') return draftList(findList(parsed.value, pick, name), dialect, name)
  if (lines.some(({ value }) => isRecord(value)))
    return draftList(findListInLines(lines, pick, name), dialect, name)
  requireOnlyOne(pick, name)
  const items = lines.map(({ value }) => value)
  const placeOf = (index: number): string => `line ${lines[index]?.number}`
  const beside = { overhead: [], hint: undefined, isPicked: false, isAnswer: false }
  return draftList({ items, placeOf, ...beside }, dialect, name)
}

function attemptRead(read: () => MessageReading): MessageReading | undefined {
  try {
    return read()
  } catch {
    // A dialect throws for what it can't encode; what that was may be content.
    return undefined
  }
}

// An item of a type that is new to us is carried as it is; a role that nobody knows is a mistake.
function hasUnknownRole({ role }: MessageReading, message: Fields): boolean {
  return role === 'other' && (message['role'] !== undefined || message['type'] === undefined)
}
