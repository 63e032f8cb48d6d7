import { readReference, referenceBytes } from '../context/references.ts'
import { ArtifactError } from '../errors/artifact-error.ts'
import type { RehydrationDiagnostics } from '../observability/artifact-diagnostics.ts'
import type { OffloadedResult, RehydrateOptions } from './artifact-requests.ts'

/** What becomes of a result where there is nothing to keep it in: it stays as it is. */
export function stayInline(text: string): OffloadedResult {
  const bytes = Buffer.byteLength(text)
  const decision = { outcome: 'inline', reason: 'noAuthorizedWorkspace', source: 'tool' } as const
  return { text, decision: Object.freeze({ ...decision, inputBytes: bytes, outputBytes: bytes }) }
}

/**
 * The answer where there is nothing to read from.
 *
 * @throws ArtifactError for what is no reference
 */
export function refuseWithoutWorkspace(
  reference: string,
  { source = 'policy', maxBytes }: RehydrateOptions,
): RehydrationDiagnostics {
  if (readReference(reference) === undefined) throw new ArtifactError('invalidReference')
  return Object.freeze({
    ...({ outcome: 'unauthorized', reason: 'noAuthorizedWorkspace', alreadyDelivered: false } as const),
    ...{ source, range: null, inputBytes: referenceBytes, outputBytes: null, observedBytes: null },
    budgetBytes: maxBytes ?? null,
  })
}
