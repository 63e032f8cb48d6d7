import { formatReference } from '../../context/artifact-reference.ts'
import type { CommandIo } from '../command-io.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatJson } from '../format-messages.ts'
import { formatSize } from '../format-size.ts'
import { type Column, tableHead, tableRow } from '../format-table.ts'
import { oneLine } from '../input-error.ts'
import { type ArtifactFlags, openArtifacts } from './open-artifacts.ts'

const columns: readonly Column[] = [
  { title: 'reference', width: 82 },
  { title: 'size', width: 10, align: 'right' },
  { title: 'stored', width: 20 },
  { title: 'tool', width: 4 },
]

/** `plimsoll artifacts list`: a row for each artifact and owner. */
export async function listCommand(flags: ArtifactFlags, io: CommandIo): Promise<number> {
  const { workspace, owner } = await openArtifacts(flags)
  const digests = new Set<string>()
  let bytes = 0
  if (!flags.json) await io.writeOutput(`${tableHead(columns)}\n`)
  for await (const record of workspace.list({ owner, signal: io.signal })) {
    const reference = formatReference(record.digest)
    if (!digests.has(record.digest)) bytes += record.bytes
    digests.add(record.digest)
    const { storedAt, tool = null } = record
    const row = [reference, formatSize(record.bytes), formatTime(storedAt), oneLine(tool ?? '-')]
    const line = flags.json
      ? formatJson({ type: 'artifact', reference, bytes: record.bytes, storedAt, tool })
      : tableRow(columns, row)
    await io.writeOutput(`${line}\n`)
  }
  const count = digests.size
  const summary = flags.json
    ? formatJson({ type: 'summary', artifacts: count, bytes })
    : `\n${count} ${count === 1 ? 'artifact' : 'artifacts'}, ${formatSize(bytes)}`
  await io.writeOutput(`${summary}\n`)
  return exitCodes.done
}

// A record can hold a time that no calendar has.
function formatTime(milliseconds: number): string {
  const time = new Date(milliseconds)
  return Number.isNaN(time.getTime()) ? '-' : time.toISOString().replace(/\.\d+Z$/, 'Z')
}
