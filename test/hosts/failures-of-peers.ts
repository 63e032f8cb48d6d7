/** A failure that was seen when a peer ran, and what happens here instead. */
export interface PeerFailure {
  readonly number: number
  readonly peer: string
  readonly seen: string
  readonly here: string
  /** The file, in this folder, whose tests begin with the number. */
  readonly file: string
  /** Whether the test runs the peer as well; else its behaviour is stated as it was recorded. */
  readonly runsPeer: boolean
}

const adk = 'google-adk/failures-of-peers.test.ts'
const langchain = 'langchain/failures-of-peers.test.ts'
const mastra = 'mastra/failures-of-peers.test.ts'
const others = 'failures-of-peers.test.ts'

const summarization = 'LangChain 1 `summarizationMiddleware`'
const contextEditing = 'LangChain 1 `contextEditingMiddleware`'
const trimMessages = 'LangChain 1 `trimMessages`'
const tokenLimiter = 'Mastra 1 `TokenLimiterProcessor`'
const pruneMessages = 'AI SDK 7 `pruneMessages`'
const contextChef = 'context-chef 3 middleware'

const failure = (
  number: number,
  peer: string,
  seen: string,
  here: string,
  file: string,
  runsPeer = true,
): PeerFailure => ({ number, peer, seen, here, file, runsPeer })

/** All failures, by their numbers. */
export const peerFailures: readonly PeerFailure[] = [
  failure(
    1,
    summarization,
    'the summary model throws: its words replace the stored history, and go to the model',
    'the history stays, the list is bounded by other means, and the words go nowhere',
    langchain,
  ),
  failure(
    2,
    summarization,
    'a summary fifty times as long as the conversation is taken and sent',
    'it is rejected as a proposal, and what is sent stays within the limit',
    langchain,
  ),
  failure(
    3,
    summarization,
    'after a hundred tool rounds the first user message is deleted without having been summed up',
    'the first user message is pinned and sent',
    langchain,
  ),
  failure(
    4,
    summarization,
    'dollar signs in a text act as replacement patterns and splice the prompt into itself',
    'the summariser reads the text as it was written',
    langchain,
  ),
  failure(
    5,
    contextEditing,
    'with a checkpointer, stored tool results are overwritten for good',
    'the checkpoint keeps them; only the list of the call is shortened',
    langchain,
  ),
  failure(
    6,
    contextEditing,
    'a single result of a megabyte is sent, whatever the trigger',
    'the result is elided for the call, the stored one stays',
    langchain,
  ),
  failure(
    7,
    trimMessages,
    'a system message above the limit gives a list of one undefined value',
    'the call is refused as irreducible',
    langchain,
  ),
  failure(
    8,
    trimMessages,
    'of two parallel results one is kept without its call',
    'calls and results stay or go together',
    langchain,
  ),
  failure(
    9,
    tokenLimiter,
    'a newest turn that is too large is dropped, and the answer before it is sent',
    'nothing is sent, and the caller hears why',
    mastra,
  ),
  failure(
    10,
    tokenLimiter,
    'a denied tool call in the history makes it throw a TypeError',
    'the denial is read, and goes with its call',
    mastra,
  ),
  failure(
    11,
    tokenLimiter,
    'a file of reasoning, 400 kB, is not counted and passes a limit of 1,000 tokens',
    'the file is measured, and leaves with the answer that it is in',
    mastra,
  ),
  failure(
    12,
    'Google ADK 2 `TruncatingContextCompactor`',
    'a tool round is reduced to a call and its response: the question is gone, and Gemini refuses',
    'the question stays in every request',
    adk,
  ),
  failure(
    13,
    pruneMessages,
    'parallel results that just arrived are removed with their calls, so the model would call again',
    'the newest exchange is kept whole, and older turns give way',
    others,
  ),
  failure(
    14,
    pruneMessages,
    'with every option on, a megabyte of user text stays',
    'the call is refused as irreducible, and nothing is sent',
    others,
  ),
  failure(
    15,
    'AI SDK 7 with OpenAI Responses',
    'a text that a middleware shortens still travels as a reference to the stored item: the edit is lost',
    'such a text counts in full and is never edited; it stays or goes whole',
    others,
  ),
  failure(
    16,
    contextChef,
    'a user turn of a megabyte is sent whole through a window of 1,000 tokens',
    'the call is refused in generating and streaming, and the refusal tells how much must be kept',
    others,
    false,
  ),
  failure(
    17,
    contextChef,
    'a summary model that fails or inflates leaves a list far above the window, and the caller hears nothing',
    'the list is bounded by dropping, and each rejected attempt is told with its reason',
    others,
    false,
  ),
  failure(
    18,
    contextChef,
    'in a loop of six steps every other request is several times the window',
    'every request of the loop is within the limit',
    others,
    false,
  ),
  failure(
    19,
    contextChef,
    'when storing fails, the result is truncated all the same: the original is lost, without a reference',
    'a result that could not be stored is never cut: it stays whole, or leaves the list with its call; that is told',
    others,
    false,
  ),
  failure(
    20,
    contextChef,
    'a stored file that was replaced is read back as it is, and the model sees an absolute path',
    'changed bytes are stale and never given out, and an envelope holds a digest and no path',
    others,
    false,
  ),
  failure(
    21,
    'Anthropic client 1 `toolRunner`, defaults',
    'requests after the first hold the new results alone, so a bound in the client sees no history',
    'the first request is refused before it leaves, with the option that turns threads off',
    others,
  ),
  failure(
    22,
    'OpenAI client 7',
    'a refusal that is thrown in `fetch` is tried again twice and ends as a connection error',
    'the refusal surfaces as itself, once, and no request leaves',
    others,
  ),
]
