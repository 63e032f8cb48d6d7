import type { PiMessage } from '../../dialects/pi/index.ts'

/** A model of pi, as far as the seam reads it. */
export interface PiModel {
  readonly id: string
  readonly api: string
  readonly provider: string
}

/** What a model of pi is asked with. */
export interface PiContext {
  readonly systemPrompt?: string | undefined
  readonly messages: readonly PiMessage[]
  readonly tools?: readonly object[] | undefined
}

/** The stream of an answer, by structure; its result is a message also where the model fails. */
export interface PiStream {
  result(): Promise<object>
}

/** A stream function of pi, by structure: `streamSimple`, `stream`, and whatever an `Agent` takes as `streamFn`. */
export type PiStreamFunction = (model: never, context: never, options?: never) => PiStream | Promise<PiStream>

/** A message of the model, as far as it tells how a call stands. */
export interface PiAnswer {
  readonly role?: unknown
  readonly stopReason?: unknown
  readonly usage?: { readonly input?: unknown; readonly cacheRead?: unknown; readonly cacheWrite?: unknown }
}
