import { InputError } from '../input-error.ts'

const units: Readonly<Record<string, number>> = { '': 1, b: 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 }

/**
 * Bytes of a size such as `64KiB`, `1.5MiB` or `65536`, rounded down.
 *
 * @throws InputError naming the subject, when the text is no size
 */
export function parseSize(text: string, subject: string): number {
  const [, number = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,6})?) ?([a-z]*)$/i.exec(text.trim()) ?? []
  const factor = number === '' ? undefined : units[unit.toLowerCase()]
  const bytes = Math.floor(Number(number) * (factor ?? Number.NaN))
  if (Number.isSafeInteger(bytes)) return bytes
  throw new InputError(subject, undefined, `${quote(text)} ${problemOf(text.trim())}`)
}

/** What was given, short enough for one line. */
export function quote(text: string): string {
  return `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`
}

function problemOf(text: string): string {
  const [, number, prefix] = /^(\d+(?:\.\d+)?) ?([kmg])b?$/i.exec(text) ?? []
  if (number !== undefined && prefix !== undefined) {
    return `can mean powers of 1000 or of 1024; write ${number}${prefix.toUpperCase()}iB, or a number of bytes`
  }
  if (/%$/.test(text)) return 'is a share of nothing; write a size such as 16KiB'
  if (/^-/.test(text)) return 'is below zero; write a size such as 64KiB'
  return 'is no size; write a number of bytes such as 65536, or a size such as 64KiB or 1.5MiB'
}
