/** Shapes of recorded conversations that the command reads. */
export const shapeNames = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ai-sdk',
  'langchain',
  'openai-agents',
  'gemini',
  'pi',
  'claude-code',
  'openhands',
] as const

export type ShapeName = (typeof shapeNames)[number]
