import type { CommandIo } from '../command-io.ts'
import { decodeText } from '../input/decode-text.ts'
import { parseText } from '../input/parse-text.ts'
import { readBytes } from '../input/read-bytes.ts'
import { InputError } from '../input-error.ts'
import type { BoundOptions } from './bound-options.ts'
import { checkConfig } from './config-schema.ts'

/**
 * Reads a configuration file.
 *
 * @throws InputError naming the file, and the option by its path
 */
export async function readConfigFile(file: string, io: CommandIo): Promise<BoundOptions> {
  if (file === '-')
    throw new InputError('--config', undefined, 'takes a file, not the standard input; name one')
  const parsed = parseText(decodeText(await readBytes(file, io), file), file)
  if (parsed.type === 'json') return checkConfig(parsed.value, file)
  throw new InputError(file, undefined, 'is JSONL; a configuration is one JSON object')
}
