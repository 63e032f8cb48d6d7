import type { PlimsollEvent } from '../../observability/events.ts'
import type { CommandIo } from '../command-io.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatJson, formatMessages } from '../format-messages.ts'
import { tableHead } from '../format-table.ts'
import { readConversation } from '../input/read-conversation.ts'
import { InputError } from '../input-error.ts'
import { checkOptions } from '../options/compose-options.ts'
import { parseCount } from '../options/parse-count.ts'
import { type Flags, readFlags } from '../options/read-flags.ts'
import { tellNotes } from '../tell-notes.ts'
import { Progress } from './progress.ts'
import { providerCallLengths } from './provider-calls.ts'
import { type ReplayedCall, replayCalls } from './replay-calls.ts'
import { callColumns, callRow, summaryText } from './replay-text.ts'
import { parseLimits, sweepLimits } from './sweep-limits.ts'
import { writeReportFile } from './write-report-file.ts'

export interface ReplayFlags extends Flags {
  readonly every?: string
  readonly sweep?: string
  readonly html?: string
}

/** `plimsoll replay FILE`: every provider call of a recorded conversation, a row each, and what they come to. */
export async function replayCommand(file: string, flags: ReplayFlags, io: CommandIo): Promise<number> {
  const options = await readFlags(flags, io)
  const every = flags.every === undefined ? 1 : parseCount(flags.every, '--every', 1)
  if (flags.sweep !== undefined && flags.hardLimit !== undefined)
    throw new InputError('--sweep', undefined, 'names the limits itself; leave --hard-limit out')
  if (flags.sweep !== undefined && flags.html !== undefined)
    throw new InputError('--html', undefined, 'reports one replay; leave --sweep out')
  // Said before the file is read, which takes longer.
  const limits = flags.sweep === undefined ? [options.hardLimit] : parseLimits(flags.sweep)
  for (const hardLimit of limits) checkOptions({ ...options, hardLimit })
  const conversation = await readConversation(file, options, io)
  const lengths = providerCallLengths(conversation, every)
  tellNotes(conversation, io)
  const progress = new Progress(io)
  try {
    if (flags.sweep !== undefined)
      return await sweepLimits(limits, {
        conversation,
        lengths,
        options,
        io,
        progress,
        isJson: flags.json === true,
      })
    const onCall = async (call: ReplayedCall): Promise<void> => {
      progress.clear()
      if (call.number === 1 && !flags.json) await io.writeOutput(`${tableHead(callColumns)}\n`)
      await io.writeOutput(flags.json ? callJson(call, flags) : callText(call, flags))
      progress.tell(call.number, lengths.length)
    }
    const events: PlimsollEvent[] = []
    const onEvent = flags.html === undefined ? undefined : (event: PlimsollEvent) => void events.push(event)
    const summary = await replayCalls(conversation, lengths, options, io, onCall, onEvent)
    progress.clear()
    if (flags.html !== undefined) await writeReportFile(flags.html, events)
    await io.writeOutput(
      flags.json
        ? `${formatJson({ type: 'summary', ...summary })}\n`
        : `\n${summaryText(conversation, summary)}\n`,
    )
    return summary.refused > 0 ? exitCodes.refused : exitCodes.done
  } finally {
    progress.clear()
  }
}

function callJson({ number, messageCount, diagnostics, sent }: ReplayedCall, flags: Flags): string {
  const messages = flags.showMessages && sent ? { messages: sent } : {}
  const sentCount = sent?.length ?? 0
  return `${formatJson({ type: 'call', number, messageCount, sentCount, ...diagnostics, ...messages })}\n`
}

function callText(call: ReplayedCall, flags: Flags): string {
  return `${callRow(call)}\n${flags.showMessages && call.sent ? formatMessages(call.sent) : ''}`
}
