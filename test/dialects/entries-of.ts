import { structuralKind } from '../../src/context/classify-entry.ts'
import type { Entry } from '../../src/context/entry.ts'
import { utf8Bytes } from '../../src/context/measure.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'

/** Entries as the rules see them, of messages that a dialect reads. */
export function entriesOf<M>(dialect: Dialect<M>, messages: readonly unknown[]): Entry<M>[] {
  return messages.map((message, position) => {
    const reading = dialect.read(message as M) // recorded and made up messages have no type
    return {
      message: message as M, // as above
      reading,
      kind: structuralKind(reading) ?? 'conversationalMessage',
      form: 'original',
      size: utf8Bytes.estimate(reading),
      position,
      hostIndex: position,
      references: [],
      body: null,
      pinned: false,
    }
  })
}
