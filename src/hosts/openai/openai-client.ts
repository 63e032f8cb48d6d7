import { CompositionError } from '../../errors/composition-error.ts'
/** A client of the `openai` package, by structure: 6 and 7 fit, Azure and Bedrock clients included. */
export interface OpenAIClient {
  readonly baseURL: string
  withOptions(options: never): object
}

/** What the tries of one request have in common. The client copies it along with the options. */
export interface RequestState {
  /** Whether the provider found one of its lists too long. */
  overflowed: boolean
}

export const requestState = Symbol('plimsoll.request')

/** What a client's methods hand to its inside, as far as the seam looks at it. */
export interface RequestOptions {
  readonly [requestState]?: RequestState
  readonly method: string
  readonly path: string
  body?: unknown
  readonly signal?: AbortSignal | null | undefined
  readonly stream?: boolean | undefined
}

/** What one try of a request ends with, when the server answered it with a status that is no error. */
export interface Answer {
  readonly response: Response
  /** Those of the try that was answered: the client may have tried again in between. */
  readonly options: RequestOptions
  /** Ends the request: by a timeout, or when the reader of a stream breaks off. */
  readonly controller: AbortController
}

/** The methods through which each try of each request passes. */
export interface ClientSeam {
  withOptions(options: object): object
  /** The client's own hook: what it throws reaches the caller as it is, and is not tried again. */
  prepareOptions(options: RequestOptions): Promise<void>
  /** One try, and the tries that it leads to. */
  makeRequest(options: RequestOptions | PromiseLike<RequestOptions>, ...rest: unknown[]): Promise<Answer>
}

const methods = ['withOptions', 'prepareOptions', 'makeRequest'] as const

/**
 * The seam of a client; its methods are protected or private there, and the same in both majors.
 *
 * @throws CompositionError (`unsupportedClient`) for what has no such methods: a call could go past the bound, or never be settled
 */
export function seamOf(client: object): ClientSeam {
  const isClient = methods.every((name) => typeof Reflect.get(client, name) === 'function')
  if (isClient) return client as ClientSeam // the line above looked
  throw new CompositionError('unsupportedClient')
}
