import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** How a request names context that the server holds. */
export type ServerHeldKind =
  | 'previousResponse'
  | 'conversation'
  | 'promptTemplate'
  | 'itemReference'
  | 'previousInteraction'
  | 'cachedContent'
  | 'anthropicThread'

const explanations: Record<ServerHeldKind, string> = {
  previousResponse: 'it goes on from a previous response. Send the whole list in place of its id',
  conversation: 'it is a part of a conversation. Send the whole list in place of it',
  promptTemplate: 'it uses a prompt template. Send the text as instructions or messages in place of it',
  itemReference: 'it refers to an item by its id alone. Send the item itself in place of the reference',
  previousInteraction: 'it goes on from a previous interaction. Send the whole list in place of its id',
  cachedContent: 'it names content that the provider caches. Send the content itself in place of its name',
  anthropicThread: 'it goes on with a thread. Send the whole list, with thread: false',
}

/**
 * The model would read more than the request holds, and what isn't here can't be measured or bounded. Thrown before
 * anything is read or sent; it is not about size.
 */
export class ServerHeldContextError extends PlimsollError {
  static {
    nameError(ServerHeldContextError, 'ServerHeldContextError')
  }

  readonly code = 'serverHeldContext'
  readonly found: ServerHeldKind
  /** Index of the first item that names what the server holds; undefined when the request itself does. */
  readonly index: number | undefined

  constructor(found: ServerHeldKind, index?: number) {
    const place = index === undefined ? 'The request' : `Item ${index} of the request`
    super(
      `${place} needs context that the server holds, and nothing was sent (${found}): ${explanations[found]}, or set ` +
        "serverHeld to 'pass', which lets such calls go unbounded.",
    )
    this.found = found
    this.index = index
  }

  static override isInstance(value: unknown): value is ServerHeldContextError {
    return hasCode(value, 'serverHeldContext')
  }
}
