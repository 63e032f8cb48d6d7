import type { Fields } from '../../dialects/fields.ts'

/**
 * A message that pi keeps as the message that it sends: what the user ran himself is told to the model as the user's words,
 * and so is what an extension adds. Undefined for what is kept from the model.
 */
export function toPiMessage(message: Fields): Fields | undefined {
  const { role, content, command, output, excludeFromContext } = message
  if (role === 'custom') return { role: 'user', content }
  if (role !== 'bashExecution') return message
  if (excludeFromContext === true) return undefined
  return { role: 'user', content: [{ type: 'text', text: `${command}\n${output}` }] }
}
