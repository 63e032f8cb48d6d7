/** One item of an agent's input, by structure: what `@openai/agents-core` types as `AgentInputItem`. */
export interface OpenAIAgentsItem {
  /** Messages may come without a type. */
  readonly type?: unknown
  readonly role?: unknown
  readonly content?: unknown
  readonly id?: unknown
  readonly callId?: unknown
  readonly output?: unknown
  readonly providerData?: unknown
}
