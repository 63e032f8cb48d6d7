import { readArtifact } from '../../artifacts/read-artifact.ts'
import { parseReference } from '../../context/artifact-reference.ts'
import type { ByteRange } from '../../context/envelope.ts'
import type { CommandIo } from '../command-io.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatJson } from '../format-messages.ts'
import { InputError } from '../input-error.ts'
import { quote } from '../options/parse-size.ts'
import { type ArtifactFlags, openArtifacts } from './open-artifacts.ts'

export interface ShowFlags extends ArtifactFlags {
  readonly range?: string
  readonly raw?: true
}

/** `plimsoll artifacts show REFERENCE`: the content of an artifact, verified. */
export async function showCommand(text: string, flags: ShowFlags, io: CommandIo): Promise<number> {
  const digest = parseReference(text)
  if (digest === undefined) {
    const problem = `${quote(text)} is no reference; write artifact://sha256/ and 64 lowercase hex digits`
    throw new InputError('reference', undefined, problem)
  }
  const range = flags.range === undefined ? undefined : parseRange(flags.range)
  const { workspace, owner = null } = await openArtifacts(flags)
  const options = { maxBytes: Number.MAX_SAFE_INTEGER, range, signal: io.signal }
  const decision = await readArtifact(workspace, owner, digest, options)
  if (decision.outcome === 'stale') {
    io.writeError(
      'plimsoll: what is stored is no longer what the reference names (stale), and is not shown\n',
    )
    return exitCodes.refused
  }
  if (decision.outcome !== 'resolved')
    throw new InputError('reference', undefined, remedies[decision.outcome])
  const { text: content, observedBytes: bytes } = decision
  const told = { type: 'content', reference: text, bytes, range: decision.range ?? null, text: content }
  if (flags.json) await io.writeOutput(`${formatJson(told)}\n`)
  else await io.writeOutput(flags.raw ? content : forTerminal(content))
  return exitCodes.done
}

const remedies = {
  missing: 'is not stored here; check --fs and --prefix',
  unauthorized: 'is stored here, but not for this owner; give --owner, --session and --workspace-id',
  overBudget: 'is larger than can be shown; give --range',
} as const

/** @throws InputError when the text is not two numbers of bytes with a colon between them */
function parseRange(text: string): ByteRange {
  const [, start, end] = /^(\d{1,15}):(\d{1,15})$/.exec(text) ?? []
  const range = [Number(start), Number(end)] as const
  if (range[0] <= range[1]) return range
  const problem = `${quote(text)} is no range; write the first byte and the one after the last, such as 0:4096`
  throw new InputError('--range', undefined, problem)
}

// An artifact is untrusted: a terminal must not act on what it holds.
function forTerminal(content: string): string {
  const shown = content.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === '\n' || sign === '\t' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return shown.endsWith('\n') ? shown : `${shown}\n`
}
