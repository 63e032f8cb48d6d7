import { AssemblyTerminatedError, type PlimsollError } from 'plimsoll'

/** A refusal in codes and numbers. */
export function describeRefusal(error: PlimsollError): string {
  if (!AssemblyTerminatedError.isInstance(error)) return `plimsoll: ${error.code}`
  const { code, outcome, reason, finalSize, hardLimit, unit } = error
  return `plimsoll: ${code}, ${outcome}, ${reason}, ${finalSize} of ${hardLimit} ${unit}`
}
