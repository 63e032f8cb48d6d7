export { type AnthropicClient, boundAnthropic } from './bound-anthropic.ts'
export { boundMessages } from './bound-messages.ts'
export type { BoundMessagesOptions, OwnRunOptions } from './bound-messages-options.ts'
export type { MessagesMiddleware, MessagesRequest } from './messages-request.ts'
