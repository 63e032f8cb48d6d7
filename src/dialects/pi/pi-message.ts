/**
 * One message of pi, by structure: what `@mariozechner/pi-ai` types as `Message`, and the messages that an application adds
 * to `AgentMessage`.
 */
export interface PiMessage {
  readonly role: string
  /** Text, or content blocks. */
  readonly content?: unknown
}
