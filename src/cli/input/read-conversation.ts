import type { MessageReading } from '../../context/reading.ts'
import { type Fields, isFields } from '../../dialects/fields.ts'
import type { CommandIo } from '../command-io.ts'
import { InputError } from '../input-error.ts'
import { isNestedTooDeep } from './check-nesting.ts'
import type { Conversation } from './conversation.ts'
import { convertLangChain } from './convert-langchain.ts'
import { decodeText } from './decode-text.ts'
import { detectShape } from './detect-shape.ts'
import { type FoundList, findList } from './find-list.ts'
import { type Parsed, type ParsedLine, parseText } from './parse-text.ts'
import { readBytes, standardInput } from './read-bytes.ts'
import { readClaudeCodeSession, readPiSession, sessionShape } from './read-session.ts'
import { dialectOf } from './shape-dialects.ts'
import type { ShapeName } from './shape-names.ts'
import { shapeTitles } from './shape-titles.ts'

/** Messages as they stand in a file, not yet checked. */
type Draft = Pick<Conversation, 'shape' | 'overhead' | 'notes'> & Pick<FoundList, 'items' | 'placeOf'>

/**
 * Reads a recorded conversation from a file, or from the standard input for `-`.
 *
 * @throws InputError naming file, place and remedy; never content
 */
export async function readConversation(
  file: string,
  dialect: ShapeName | undefined,
  io: CommandIo,
): Promise<Conversation> {
  const name = file === '-' ? standardInput : file
  const parsed = parseText(decodeText(await readBytes(file, io), name), name)
  const draft = draftConversation(parsed, dialect, name)
  if (draft.items.length === 0)
    throw new InputError(name, undefined, 'holds no messages; give a conversation')
  const reader = dialectOf(draft.shape)
  const messages = draft.items.map((item, index) => requireMessage(item, draft.placeOf(index), name))
  const readings = messages.map((message, index) => {
    const reading = attemptRead(() => reader.read(message))
    if (reading && !hasUnknownRole(reading, message)) return reading
    throw new InputError(
      name,
      draft.placeOf(index),
      `has no role that ${shapeTitles[draft.shape]} knows; mend the message, or name the shape with --dialect`,
    )
  })
  return { ...draft, name, title: shapeTitles[draft.shape], dialect: reader, messages, readings }
}

function draftConversation(parsed: Parsed, dialect: ShapeName | undefined, name: string): Draft {
  if (parsed.type === 'lines') return draftLines(parsed.lines, dialect, name)
  // A session of one line is valid JSON as a whole.
  const only = [{ number: 1, value: parsed.value }]
  if (sessionShape(only) !== undefined) return draftLines(only, dialect, name)
  return draftList(findList(parsed.value, name), dialect, name)
}

function draftLines(lines: readonly ParsedLine[], dialect: ShapeName | undefined, name: string): Draft {
  const session = sessionShape(lines)
  if (session !== undefined && (dialect === undefined || dialect === session)) {
    const { lineOf, messages, ...rest } =
      session === 'pi' ? readPiSession(lines, name) : readClaudeCodeSession(lines, name)
    return { ...rest, items: messages, overhead: [], placeOf: (index) => `line ${lineOf[index]}` }
  }
  const [first] = lines
  const holder = first && isFields(first.value) && !('role' in first.value) && 'messages' in first.value
  if (holder && lines.length > 1) {
    throw new InputError(
      name,
      undefined,
      `holds ${lines.length} conversations, one a line; give one of them in a file of its own`,
    )
  }
  const placeOf = (index: number): string => `line ${lines[index]?.number}`
  const items = lines.map(({ value }) => value)
  return draftList({ items, placeOf, overhead: [], field: undefined, hasSystemBeside: false }, dialect, name)
}

function draftList(found: FoundList, dialect: ShapeName | undefined, name: string): Draft {
  const bad = found.items.findIndex((item) => !isFields(item))
  if (bad >= 0) throw notAMessage(name, found.placeOf(bad))
  const detected = dialect === undefined ? detectShape(found, name) : { shape: dialect, isSure: true }
  if (detected.shape === 'claude-code' || detected.shape === 'pi') {
    throw new InputError(name, undefined, `is not ${shapeTitles[detected.shape]}; leave --dialect out`)
  }
  const { items, placeOf, overhead } = found
  const notes = detected.isSure
    ? []
    : ['nothing in the file tells its shape; it is read as OpenAI chat, name another with --dialect']
  if (detected.shape !== 'langchain') return { items, placeOf, overhead, notes, shape: detected.shape }
  return {
    items: items.map((item, index) => {
      const message = isNestedTooDeep(item) ? item : convertLangChain(item)
      if (message === undefined) throw notAMessage(name, placeOf(index))
      return message
    }),
    placeOf,
    overhead,
    notes: ['LangChain messages are measured as OpenAI chat'],
    shape: detected.shape,
  }
}

function requireMessage(item: unknown, place: string, name: string): Fields {
  if (!isFields(item)) throw notAMessage(name, place)
  if (!isNestedTooDeep(item)) return item
  throw new InputError(
    name,
    place,
    'is nested more than 500 levels deep; no provider takes that, mend the message',
  )
}

function notAMessage(name: string, place: string): InputError {
  return new InputError(name, place, 'is no message; give objects with a role or a type')
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
