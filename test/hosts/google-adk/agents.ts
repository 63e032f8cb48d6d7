import {
  BasePlugin,
  createEvent,
  type Event,
  FunctionTool,
  Gemini,
  InMemorySessionService,
  LlmAgent,
  LogLevel,
  Runner,
  type Session,
  StreamingMode,
  setLogLevel,
} from '@google/adk'

setLogLevel(LogLevel.ERROR)

const ids = { appName: 'watch', userId: 'user' }

/** The SDK's own content, of `@google/genai`, which comes with it. */
export type Content = NonNullable<Event['content']>

type AgentConfig = ConstructorParameters<typeof LlmAgent>[0]
type Tools = NonNullable<AgentConfig['tools']>

/** The SDK's own Gemini, at a local address. */
export class LocalGemini extends Gemini {
  readonly #url: string

  constructor(url: string, model = 'gemini-2.5-flash') {
    super({ model, apiKey: 'none' })
    this.#url = url
  }

  protected override getHttpOptions() {
    return { ...super.getHttpOptions(), baseUrl: this.#url }
  }
}

/** Hears the errors of models, of which the SDK's events hold but the message. */
class HearErrors extends BasePlugin {
  readonly heard: Error[] = []

  override async onModelErrorCallback({ error }: { error: Error }) {
    this.heard.push(error)
    return undefined
  }
}

export interface Asked {
  readonly model: NonNullable<AgentConfig['model']>
  readonly tools?: Tools
  readonly config?: Partial<AgentConfig>
  /** The last one is the user's new message. */
  readonly contents: readonly Content[]
  readonly streams?: boolean
  readonly signal?: AbortSignal | undefined
  /** Looks at each event; the caller breaks off when it answers true. */
  readonly breaksAt?: (event: Event) => boolean
}

export interface Answered {
  readonly events: readonly Event[]
  /** As the session service keeps it at the end. */
  readonly session: Session
  readonly errors: readonly Error[]
}

/** Runs an agent over a session in which all but the last content happened before. */
export async function askAgent(asked: Asked): Promise<Answered> {
  const { model, tools = [], config = {}, contents, streams = false, signal, breaksAt } = asked
  const sessionService = new InMemorySessionService()
  const plugin = new HearErrors('errors')
  const agent = new LlmAgent({
    name: 'watch',
    model,
    tools,
    // The SDK tells the model its name: the sizes of the host contract know of no instruction.
    beforeModelCallback: ({ request }) => {
      delete request.config?.systemInstruction
      return undefined
    },
    ...config,
  })
  const runner = new Runner({ appName: ids.appName, agent, sessionService, plugins: [plugin] })
  const session = await sessionService.createSession(ids)
  const before = contents.slice(0, -1)
  const newMessage = contents.at(-1) ?? { role: 'user', parts: [] }
  for (const content of before) {
    const author = content.role === 'user' ? 'user' : 'watch'
    await sessionService.appendEvent({ session, event: createEvent({ author, content }) })
  }
  const events: Event[] = []
  const running = runner.runAsync({
    userId: ids.userId,
    sessionId: session.id,
    newMessage,
    runConfig: { streamingMode: streams ? StreamingMode.SSE : StreamingMode.NONE },
    ...(signal && { abortSignal: signal }),
  })
  for await (const event of running) {
    events.push(event)
    if (breaksAt?.(event)) break
  }
  const kept = await sessionService.getSession({ ...ids, sessionId: session.id })
  if (!kept) throw new Error('the session is gone')
  return { events, session: kept, errors: plugin.heard }
}

/** The tool of the host contract. */
export function lookTool(execute: () => string): FunctionTool {
  return new FunctionTool({
    name: 'look',
    description: 'Looks out of the window and tells at length what is there.',
    parameters: { type: 'OBJECT', properties: { direction: { type: 'STRING' } } } as never, // an enum of strings
    execute,
  }) as FunctionTool // whatever its parameters are
}

export function userSays(text: string): Content {
  return { role: 'user', parts: [{ text }] }
}

export function modelSays(text: string): Content {
  return { role: 'model', parts: [{ text }] }
}
