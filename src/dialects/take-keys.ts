/** New keys one by one, in the order in which a message holds what they are for; undefined for what keeps its own. */
export function takeKeys(keys: ReadonlyMap<number, string>): () => string | undefined {
  let ordinal = -1
  return () => {
    ordinal += 1
    return keys.get(ordinal)
  }
}
