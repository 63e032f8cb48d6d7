import type { Fields } from '../fields.ts'

/** Whether an item is but the id of one that the server holds; such an item may come without a type. */
export function isReference({ type, role, content, id }: Fields): boolean {
  if (type === 'item_reference') return true
  return (type ?? role ?? content) === undefined && typeof id === 'string'
}
