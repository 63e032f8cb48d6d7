import type { Dialect } from '../dialects/dialect.ts'
import { ProfileError } from '../errors/profile-error.ts'

const functions = [
  ...(['read', 'copy', 'elide', 'keepResults', 'renameLinks', 'answerCalls'] as const),
  ...(['userText', 'assistantText'] as const),
]

/** @throws ProfileError for what is no dialect */
export function checkDialect<M>(dialect: Dialect<M>): void {
  const isDialect =
    typeof dialect === 'object' &&
    dialect !== null &&
    functions.every((name) => typeof dialect[name] === 'function') &&
    Array.isArray(dialect.rules?.rules)
  if (isDialect) return
  throw new ProfileError([
    { path: 'dialect', message: 'must be a dialect: call one of the factories, such as openaiChat()' },
  ])
}
