import { type Fields, isFields } from './fields.ts'

/**
 * A message as an object whose fields can be read.
 *
 * Throws a `TypeError` without any content for a hole, null, a primitive, an array or binary; the caller knows the index.
 */
export function requireMessage(message: unknown): Fields {
  if (!isFields(message) || ArrayBuffer.isView(message))
    throw new TypeError('a message is an object with a role')
  return message
}
