import type { Dialect } from '../dialects/dialect.ts'

/** A message with some of its results replaced, each by a text of its own. */
export function replaceResults<M>(
  dialect: Pick<Dialect<M>, 'elide'>,
  message: M,
  texts: ReadonlyMap<number, string>,
): M {
  const ordinals = new Map<string, number[]>()
  for (const [ordinal, text] of texts) ordinals.set(text, [...(ordinals.get(text) ?? []), ordinal])
  return [...ordinals].reduce((changed, [text, at]) => dialect.elide(changed, at, text), message)
}
