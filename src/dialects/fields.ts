/** An object of the host's whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object with fields: no array, and none of the primitives. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
