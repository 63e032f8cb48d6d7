/**
 * Cuts a text into pieces of at most `length` UTF-16 code units, in order; joined they are the text. A cut never falls
 * between the two halves of a surrogate pair: the piece before it is one shorter. `length` is 2 or more.
 */
export function* cutText(text: string, length: number): Generator<string, void, undefined> {
  let start = 0
  while (start < text.length) {
    let end = Math.min(start + length, text.length)
    if (end < text.length && isPair(text.charCodeAt(end - 1), text.charCodeAt(end))) end -= 1
    yield text.slice(start, end)
    start = end
  }
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
}
