import { cutText } from './cut-text.ts'

// Normalising is quadratic in a run of combining marks (100,000 of them: 9 s), so it only ever sees short pieces.
const pieceLength = 128
// A piece that begins with marks: in the whole text they may take the character before them apart, and take one of their
// own. None grows by more than 8 bytes when it is taken apart, which `byte-bound.test.ts` computes over all of Unicode.
const cutAllowance = 16
const startsWithMark = /^\p{M}/u

/**
 * At least as many as the tokens that a text can become: its UTF-8 bytes, or those of its normal form where that is
 * longer. Linear, no allocation for ASCII text.
 *
 * Why it holds. A byte-level BPE (o200k, cl100k, Llama 3 and 4, Qwen, DeepSeek) starts from one token a byte and only ever
 * merges. A SentencePiece vocabulary with byte fallback (Gemini and Gemma, Llama 2, Mistral) gives a character one token
 * when it knows it, and else one a byte; the mark that it writes for a space is in the vocabulary. Neither can give more
 * tokens than there are bytes *of the text it is given*, and some tokenizers normalise the text before: NFC (Qwen) makes
 * up to 3 bytes out of one, NFKC (the published Claude tokenizer, T5) up to 11, as with U+FDFA. Hence the longest of the
 * three. What a template puts around the text is framing and counted apart.
 *
 * It is as tight as an argument that knows no vocabulary can be: any single byte may be a token of its own.
 */
export function byteBound(text: string): number {
  const bytes = Buffer.byteLength(text, 'utf8')
  if (bytes === text.length) return bytes
  let bound = 0
  for (const piece of cutText(text, pieceLength)) bound += pieceBound(piece)
  return bound
}

function pieceBound(piece: string): number {
  const bytes = Buffer.byteLength(piece, 'utf8')
  if (bytes === piece.length) return bytes
  const longest = Math.max(
    bytes,
    Buffer.byteLength(piece.normalize('NFC'), 'utf8'),
    Buffer.byteLength(piece.normalize('NFKC'), 'utf8'),
  )
  return startsWithMark.test(piece) ? longest + cutAllowance : longest
}
