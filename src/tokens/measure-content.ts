import type { MeasuredContent } from '../context/measure.ts'
import type { FilePiece, TextPiece } from '../context/reading.ts'
import { countFraming, type Framing } from './framing.ts'
import { type FilePrice, filePrice } from './prices/file-price.ts'

/** What measuring in tokens takes beside a count of texts. */
export interface ContentPrices {
  readonly priceFile: FilePrice
  readonly framing: Framing
}

// An address as providers take it for an image or a file that they fetch. Nothing else in a dialect is exactly one.
const fetchedUrl = /^(?:https?|gs|s3):\/\/\S{1,8192}$/i
const priceOfUnknown = filePrice()

/** The tokens of one entry: its texts, its files, and the framing around them. A whole number. */
export function measureContent(
  content: MeasuredContent,
  countText: (text: string) => number,
  { priceFile, framing }: ContentPrices,
): number {
  let tokens = countFraming(content, framing)
  for (const piece of content.pieces) {
    if (piece.type === 'file') tokens += priceOf(piece, priceFile)
    else tokens += countText(piece.text) + (isFetched(piece) ? priceOf(fetchedImage, priceFile) : 0)
  }
  return tokens
}

// What it is that the address leads to isn't known here: it is priced as an image without known dimensions.
const fetchedImage: FilePiece = Object.freeze({ type: 'file', mediaType: 'image/*', base64Length: 0 })

function isFetched({ type, text }: TextPiece): boolean {
  return type === 'opaque' && fetchedUrl.test(text)
}

/** A price of the host's that is no size gives way to ours. */
function priceOf(file: FilePiece, priceFile: FilePrice): number {
  let price: unknown
  try {
    price = priceFile(file)
  } catch {
    price = undefined // as with a counter of text: measured by what we know ourselves
  }
  return Math.ceil(isPrice(price) ? price : priceOfUnknown(file))
}

function isPrice(price: unknown): price is number {
  return typeof price === 'number' && price > 0 && price <= Number.MAX_SAFE_INTEGER
}
