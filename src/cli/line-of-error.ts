import { PlimsollError } from '../errors/plimsoll-error.ts'
import { ProfileError, type ProfileIssue } from '../errors/profile-error.ts'
import { exitCodes } from './exit-codes.ts'
import { InputError, oneLine } from './input-error.ts'

const flagOf: Readonly<Record<string, string>> = {
  'hybridProfile.hardLimitBytes': '--hard-limit',
  'hybridProfile.triggerMarginBytes': '--trigger-margin',
  'hybridProfile.recentMessageRetentionCount': '--retain',
  'hybridProfile.maximumCompactionAttempts': '--attempts',
}

/** The one line that tells of an error, and the exit code. Errors that may hold content are not quoted. */
export function lineOfError(error: unknown): { readonly line: string; readonly exitCode: number } {
  if (error instanceof InputError) return { line: `plimsoll: ${error.message}`, exitCode: exitCodes.badInput }
  if (ProfileError.isInstance(error)) {
    const problems = error.issues.map(issueText).join('; ')
    return { line: `plimsoll: ${oneLine(problems)}`, exitCode: exitCodes.badInput }
  }
  if (PlimsollError.isInstance(error))
    return { line: `plimsoll: ${oneLine(error.message)}`, exitCode: exitCodes.fault }
  const name = error instanceof RangeError ? 'RangeError' : error instanceof TypeError ? 'TypeError' : 'Error'
  return {
    line: `plimsoll: stopped by a fault of its own (${name}); please report it, with the options that you used`,
    exitCode: exitCodes.fault,
  }
}

function issueText({ path, message }: ProfileIssue): string {
  return `${flagOf[path] ?? path.replace(/^hybridProfile\./, '')}: ${message}`
}
