import { createReadStream } from 'node:fs'
import type { CommandIo } from '../command-io.ts'
import { InputError } from '../input-error.ts'

const mebibyte = 1024 ** 2
const mostMebibytes = 128

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; check the path',
  ENOTDIR: 'does not exist; check the path',
  EISDIR: 'is a folder; name a file in it',
  EACCES: 'may not be read; check its permissions',
  EPERM: 'may not be read; check its permissions',
  ENAMETOOLONG: 'is too long for a path; check it',
}

/** What the standard input is called in messages. */
export const standardInput = 'standard input'

/**
 * Reads a file, or the standard input for `-`, up to 128 MiB.
 *
 * @throws InputError when it can't be read, is empty or too large
 */
export async function readBytes(file: string, io: CommandIo): Promise<Uint8Array> {
  const name = file === '-' ? standardInput : file
  if (file === '-' && io.isInputTerminal) {
    throw new InputError(name, undefined, 'is the keyboard; name a file, or send one in with <')
  }
  const bytes = await readUpToMost(file === '-' ? io.input : openFile(file), name)
  if (bytes.length > 0) return bytes
  throw new InputError(name, undefined, 'is empty; give a recorded conversation, as JSON or JSONL')
}

async function* openFile(file: string): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: mebibyte })
  } catch (error) {
    const code = String(Reflect.get(Object(error), 'code'))
    throw new InputError(file, undefined, problems[code] ?? `can't be read (${code}); check the path`)
  }
}

async function readUpToMost(chunks: AsyncIterable<Uint8Array>, name: string): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > mostMebibytes * mebibyte) {
      throw new InputError(
        name,
        undefined,
        `is larger than ${mostMebibytes} MiB, more than is read; cut the conversation into parts`,
      )
    }
    read.push(chunk)
  }
  return Buffer.concat(read, length)
}
