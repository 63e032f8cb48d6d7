/** Who speaks in a message, whatever the host calls it. `other` is a role that the dialect doesn't know. */
export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'other'

/**
 * One measurable part of a message, as it goes over the wire. Text parts carry the very string that is sent; file parts
 * carry the length of their base64 form; content that the dialect doesn't know is `opaque`, with its encoded form.
 */
export type Piece = TextPiece | FilePiece

export interface TextPiece {
  readonly type:
    | 'text'
    | 'reasoning'
    | 'callId'
    | 'callName'
    | 'callArguments'
    | 'resultId'
    | 'resultContent'
    | 'opaque'
  readonly text: string
}

export interface FilePiece {
  readonly type: 'file'
  /** IANA media type, when the message names one. */
  readonly mediaType: string | undefined
  /** Length of the base64 form, in characters (each of them one byte). */
  readonly base64Length: number
  /** The first characters of the base64 form: enough to read an image's size from its header. */
  readonly head?: string
}

/** A tool call or a tool result inside a message, in the order in which they stand there. */
export type ToolLink = ToolCallLink | ToolResultLink

export interface ToolCallLink {
  readonly type: 'call'
  /** What pairs it with its result. Usually the call id; dialects fold spellings that gateways treat as one. */
  readonly key: string
  /** The id as written, for derived forms that must answer it. */
  readonly id: string
  readonly name: string
  /** The provider runs it: an open one is never ours to close. */
  readonly providerExecuted: boolean
  /** Whether the arguments parse as JSON. Some providers refuse those that don't. */
  readonly argumentsAreJson: boolean
}

export interface ToolResultLink {
  readonly type: 'result'
  readonly key: string
  /** The result's text when it is nothing but text; references are read from it. */
  readonly text: string | undefined
  /** Whether `MessageForms.elide` may replace its content. */
  readonly elidable: boolean
}

/** What a dialect reads out of one message. It never holds the host's object, only strings and facts. */
export interface MessageReading {
  readonly role: Role
  readonly pieces: readonly Piece[]
  readonly links: readonly ToolLink[]
  /** Approvals asked for in this message; `key` is the pairing key of the call, when the message names it. */
  readonly approvalRequests: readonly { readonly approvalId: string; readonly key: string | undefined }[]
  /** Ids of the approvals that this message answers. */
  readonly approvalResponses: readonly string[]
  /** The whole content, when it is nothing but text. */
  readonly plainText: string | undefined
  /** A reasoning part and nothing else. */
  readonly reasoningOnly: boolean
  /** Whether it has the id that the provider gave it; undefined where no provider asks. */
  readonly named?: boolean | undefined
  /** The start of an answer that the provider is asked to go on with. */
  readonly prefix?: boolean | undefined
  /** The model response goes on in the next assistant message: the two stay or go together. */
  readonly continues: boolean
  /** Nothing at all: no text, part or call. */
  readonly empty: boolean
  /** Holds a provider's own compaction item. */
  readonly compaction: boolean
  /** Prompt cache marks that go when this message goes. */
  readonly cacheMarks: number
}
