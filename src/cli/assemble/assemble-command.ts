import { contributionsByCategory } from '../../context/measure.ts'
import type { CommandIo } from '../command-io.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatJson, formatMessages } from '../format-messages.ts'
import { tableHead } from '../format-table.ts'
import { readConversation } from '../input/read-conversation.ts'
import { openBoundedRun } from '../open-bounded-run.ts'
import { checkOptions } from '../options/compose-options.ts'
import { type Flags, readFlags } from '../options/read-flags.ts'
import { tellNotes } from '../tell-notes.ts'
import { categoryTable, decisionText, entryColumns, entryLine } from './assembly-text.ts'
import { type EntryRow, entryRows } from './entry-rows.ts'

const rowsAtOnce = 1_000

/** `plimsoll assemble FILE`: what would be sent for this list, and which entries went. */
export async function assembleCommand(file: string, flags: Flags, io: CommandIo): Promise<number> {
  const options = await readFlags(flags, io)
  const profile = checkOptions(options)
  const conversation = await readConversation(file, options, io)
  tellNotes(conversation, io)
  const run = openBoundedRun(conversation, options, io.signal)
  const bounded = await run.bound(conversation.messages)
  await run.close()
  const { diagnostics, sent } = bounded
  const rows = entryRows(conversation, profile, bounded)
  const messages = flags.showMessages ? (sent ?? []) : []
  if (flags.json) {
    const shown = flags.showMessages ? { messages } : {}
    const { messages: all, shape } = conversation
    const facts = { messageCount: all.length, sentCount: sent?.length ?? 0, dialect: shape }
    await io.writeOutput(`${formatJson({ type: 'assembly', ...facts, ...diagnostics, ...shown })}\n`)
    await writeRows(rows, (row) => formatJson({ type: 'entry', ...row }), io)
  } else {
    const originals = rows.filter(({ index }) => index !== null).map((row) => ({ ...row, body: null }))
    const overhead = diagnostics.originalSize - originals.reduce((sum, { size }) => sum + size, 0)
    const before = contributionsByCategory(originals, overhead)
    await io.writeOutput(`${decisionText(conversation, bounded)}\n\n`)
    await io.writeOutput(`${categoryTable(before, sent ? diagnostics.categories : [])}\n\n`)
    await io.writeOutput(`${tableHead(entryColumns)}\n`)
    await writeRows(rows, entryLine, io)
    if (messages.length > 0) await io.writeOutput(`\n${formatMessages(messages)}`)
  }
  return sent ? exitCodes.done : exitCodes.refused
}

async function writeRows(
  rows: readonly EntryRow[],
  format: (row: EntryRow) => string,
  io: CommandIo,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const part = rows.slice(start, start + rowsAtOnce)
    await io.writeOutput(part.map((row) => `${format(row)}\n`).join(''))
  }
}
