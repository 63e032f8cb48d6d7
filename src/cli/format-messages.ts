/** Messages as JSON, one a line, so that a terminal acts on nothing in them. */
export function formatMessages(messages: readonly unknown[]): string {
  return messages.map((message) => `${formatJson(message)}\n`).join('')
}

/** JSON in ASCII control terms: what JSON leaves as it is, but a terminal would act on, is escaped as well. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
