import type { CarriedBody, Entry } from './entry.ts'

/** The bodies that ride in an entry. The one that was put in last comes first: it is the first that can go. */
export function bodiesOf<M>({ body }: Pick<Entry<M>, 'body'>): readonly CarriedBody<M>[] {
  if (!body) return none
  const bodies: CarriedBody<M>[] = []
  for (let next: CarriedBody<M> | null = body; next; next = next.without?.body ?? null) bodies.push(next)
  return bodies
}

/** The entry without any of its bodies; null when it is nothing but a body. */
export function withoutBodies<M>(entry: Entry<M>): Entry<M> | null {
  let rest: Entry<M> | null = entry
  while (rest?.body) rest = rest.body.without
  return rest
}

/** Whether one entry is the other, with all of its bodies or only some. */
export function isSameBesideBodies<M>(entry: Entry<M>, original: Entry<M>): boolean {
  return entry === original || bodiesOf(original).some(({ without }) => without === entry)
}

const none: readonly CarriedBody<never>[] = Object.freeze([])
