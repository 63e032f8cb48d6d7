import type { FilePiece } from '../../context/reading.ts'
import { highestImagePrice } from './highest-image-price.ts'
import type { ImagePrice } from './image-price.ts'
import { readImageSize } from './read-image-size.ts'

/** A file, with the beginning of its base64 form where the dialect has it at hand. */
export interface PricedFile extends FilePiece {
  /** The first characters of the base64 form: 44 tell the size of a PNG, GIF or WebP, a JPEG takes some 1,000. */
  readonly head?: string
}

/** The tokens of one file. A whole number above 0. */
export type FilePrice = (file: PricedFile) => number

// A page as text and as an image: 3,000 and 4,784 tokens. Pages a request: 100, later 600.
// Source: docs.anthropic.com/en/docs/build-with-claude/pdf-support; Gemini bills 258 to 1,120 a page.
const pdfPageTokens = 7_784
const pdfMaximumTokens = 600 * pdfPageTokens
// 32 tokens a second (ai.google.dev/gemini-api/docs/tokens), in at least 512 bytes: speech codecs start at 4 kbit/s.
const audioBytesPerToken = 16

/**
 * Prices of files, given what an image costs. Nothing is free, and what has no published rule that its length could be put
 * into costs a token a base64 character, as it would if it were read as text.
 *
 * - images: by their size in pixels when `head` tells it, else the maximum;
 * - PDF: a token a base64 character, between one page and the most pages that a request may hold;
 * - audio: 32 tokens a second at the lowest bit rate of speech, so some ten times too many for MP3;
 * - video, text and anything else: a token a base64 character; without a media type at least an image.
 *
 * Of these, only the image rules are upper bounds. A PDF, a recording of silence or a still video can pack more pages or
 * seconds into their bytes; give a price of your own when you know the pages or the seconds.
 */
export function filePrice(images: ImagePrice = highestImagePrice): FilePrice {
  return ({ mediaType, base64Length, head }) => {
    const type = mediaType?.toLowerCase() ?? ''
    if (type.startsWith('image/')) return imageTokens(images, head)
    if (type.startsWith('application/pdf')) {
      return Math.min(Math.max(base64Length, pdfPageTokens), pdfMaximumTokens)
    }
    if (type.startsWith('audio/')) return Math.ceil((base64Length * 0.75) / audioBytesPerToken) + 32
    const least = type === '' ? imageTokens(images, head) : 1
    return Math.max(base64Length, least)
  }
}

function imageTokens(images: ImagePrice, head: string | undefined): number {
  const size = head === undefined ? undefined : readImageSize(head)
  return size === undefined ? images.maximumTokens : images.tokensOf(size)
}
