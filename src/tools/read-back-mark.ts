/** Marks a tool whose results are read back out of a workspace: they are never kept there again. */
export const readBackMark = Symbol.for('plimsoll.readBack')

export function isReadBack(tool: unknown): boolean {
  return typeof tool === 'object' && tool !== null && Reflect.get(tool, readBackMark) === true
}
