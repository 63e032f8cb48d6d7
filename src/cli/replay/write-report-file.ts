import { writeFile } from 'node:fs/promises'
import type { PlimsollEvent } from '../../observability/events.ts'
import { writeReport } from '../../report/index.ts'
import { InputError } from '../input-error.ts'

/**
 * Writes the report of a replay: one HTML page without content of the conversation.
 *
 * @throws InputError when the file can't be written
 */
export async function writeReportFile(file: string, events: readonly PlimsollEvent[]): Promise<void> {
  try {
    await writeFile(file, writeReport(events))
  } catch {
    // Why is the file system's word, and would name the whole path.
    throw new InputError(file, undefined, 'can not be written; name a file in a folder that exists')
  }
}
