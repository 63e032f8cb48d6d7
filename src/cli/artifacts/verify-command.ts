import type { ArtifactCheck } from '../../artifacts/verify-artifact.ts'
import { formatReference } from '../../context/artifact-reference.ts'
import type { CommandIo } from '../command-io.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatJson } from '../format-messages.ts'
import { type Column, tableHead, tableRow } from '../format-table.ts'
import { type ArtifactFlags, openArtifacts } from './open-artifacts.ts'

const columns: readonly Column[] = [
  { title: 'reference', width: 82 },
  { title: 'status', width: 10 },
]

/** `plimsoll artifacts verify`: reads all of every artifact, and ends with `refused` when one is not intact. */
export async function verifyCommand(flags: ArtifactFlags, io: CommandIo): Promise<number> {
  const { workspace, owner } = await openArtifacts(flags)
  const counts: Record<ArtifactCheck['status'], number> = { intact: 0, stale: 0, missing: 0, unreadable: 0 }
  if (!flags.json) await io.writeOutput(`${tableHead(columns)}\n`)
  for await (const { digest, status } of workspace.verify({ owner, signal: io.signal })) {
    counts[status] += 1
    const reference = formatReference(digest)
    const line = flags.json
      ? formatJson({ type: 'check', reference, status })
      : tableRow(columns, [reference, status])
    await io.writeOutput(`${line}\n`)
  }
  const told = Object.entries(counts).map(([status, count]) => `${status} ${count}`)
  await io.writeOutput(
    flags.json ? `${formatJson({ type: 'summary', ...counts })}\n` : `\n${told.join(', ')}\n`,
  )
  return counts.stale + counts.missing + counts.unreadable > 0 ? exitCodes.refused : exitCodes.done
}
