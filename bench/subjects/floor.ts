import type { Subject } from './subject.ts'

/** What anyone pays who only measures the list. */
export const subject: Subject = {
  name: 'floor',
  prepare: (messages) => messages,
  open: () => ({ call: (messages) => Buffer.byteLength(JSON.stringify(messages), 'utf8') }),
}
