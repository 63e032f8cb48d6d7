/** Where a text stops being JSON. */
export interface JsonError {
  readonly offset: number
  /** Nothing is wrong but that more should follow. */
  readonly isCutOff: boolean
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd'

const blanks = /[ \t\n\r]*/y
// From the space on, without the quotation mark and the backslash.
const plainText = /[ !#-[\]-\uffff]*/y
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

const beginOfEscape = /^\\(?:u[0-9a-fA-F]{0,3})?$/
const beginOfScalar = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))$/

/**
 * Finds the first place where a text that is no JSON goes wrong. The parser of the platform tells it only sometimes, and
 * then quotes content.
 */
export function findJsonError(text: string): JsonError {
  const open: ('{' | '[')[] = []
  let expected = 'value' as Expected // widened: it changes with every token
  let at = skip(blanks, text, 0)
  while (at < text.length) {
    const sign = text[at]
    const inside = open.at(-1)
    if (expected === 'commaOrEnd' && inside === undefined) return { offset: at, isCutOff: false }
    if ((sign === '}' && inside === '{') || (sign === ']' && inside === '[')) {
      const mayEnd = expected === 'commaOrEnd' || expected === (sign === '}' ? 'keyOrEnd' : 'valueOrEnd')
      if (!mayEnd) return { offset: at, isCutOff: false }
      open.pop()
      expected = 'commaOrEnd'
      at += 1
    } else if (expected === 'commaOrEnd') {
      if (sign !== ',') return { offset: at, isCutOff: false }
      expected = inside === '{' ? 'key' : 'value'
      at += 1
    } else if (expected === 'colon') {
      if (sign !== ':') return { offset: at, isCutOff: false }
      expected = 'value'
      at += 1
    } else if (sign === '"') {
      const end = endOfString(text, at)
      if (end.isBroken) return { offset: end.offset, isCutOff: end.offset >= text.length }
      expected = expected === 'key' || expected === 'keyOrEnd' ? 'colon' : 'commaOrEnd'
      at = end.offset
    } else if (expected === 'key' || expected === 'keyOrEnd') {
      return { offset: at, isCutOff: false }
    } else if (sign === '{' || sign === '[') {
      open.push(sign)
      expected = sign === '{' ? 'keyOrEnd' : 'valueOrEnd'
      at += 1
    } else {
      const end = skip(scalar, text, at)
      if (end === at) return { offset: at, isCutOff: beginOfScalar.test(text.slice(at, at + 400)) }
      expected = 'commaOrEnd'
      at = end
    }
    at = skip(blanks, text, at)
  }
  return { offset: text.length, isCutOff: true }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

function endOfString(text: string, start: number): { readonly offset: number; readonly isBroken: boolean } {
  let at = start + 1
  for (;;) {
    at = skip(plainText, text, at)
    if (text[at] === '"') return { offset: at + 1, isBroken: false }
    const next = skip(escapeSequence, text, at)
    if (next === at) {
      const isCutOff = at >= text.length || beginOfEscape.test(text.slice(at, at + 6))
      return { offset: isCutOff ? text.length : at, isBroken: true }
    }
    at = next
  }
}
