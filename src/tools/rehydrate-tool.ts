import { formatEnvelope } from '../context/envelope.ts'
import { readReference } from '../context/references.ts'
import { ArtifactError } from '../errors/artifact-error.ts'
import type { RehydrationDiagnostics } from '../observability/artifact-diagnostics.ts'
import type { Run } from '../run/run.ts'
import { readBackMark } from './read-back-mark.ts'
import { readRehydrateInput, rehydrateParameters } from './rehydrate-input.ts'

/** Options of `rehydrateTool`. */
export interface RehydrateToolOptions {
  /** Most UTF-8 bytes that one request may read, whatever the model asks for. Default: what there is room for. */
  readonly maxBytes?: number
}

/** A tool by which a model reads back what was offloaded, for whichever host. */
export interface RehydrateTool {
  readonly name: 'read_artifact'
  readonly description: string
  /** The JSON schema of the input. */
  readonly parameters: typeof rehydrateParameters
  /**
   * Asks the run for the artifact. The answer is what the history holds: an envelope, in whose place the body rides in the
   * next call, or a few words of what went wrong.
   *
   * @param input the model's arguments, parsed
   * @throws the signal's reason when it is aborted
   * @throws TrustBindingError when the run's binding is lost, RunClosedError when the run is closed
   */
  execute(input: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<string>
  readonly [readBackMark]: true
}

/**
 * Makes the tool for a run. Its results are small, and are never offloaded themselves.
 *
 * @example
 * const readArtifact = rehydrateTool(run)
 * const text = await readArtifact.execute(JSON.parse(call.function.arguments), { signal })
 */
export function rehydrateTool(
  run: Pick<Run<unknown>, 'rehydrate'>,
  { maxBytes: most }: RehydrateToolOptions = {},
): RehydrateTool {
  return Object.freeze({
    name: 'read_artifact',
    description,
    parameters: rehydrateParameters,
    [readBackMark]: true,
    execute: async (input, { signal } = {}) => {
      const asked = readRehydrateInput(input)
      if (!asked) return wrongInput
      const { reference, range } = asked
      const maxBytes = Math.min(asked.maxBytes ?? Number.POSITIVE_INFINITY, most ?? Number.POSITIVE_INFINITY)
      try {
        const decision = await run.rehydrate(reference, {
          ...{ source: 'toolRequest', range: range ?? undefined, signal },
          maxBytes: Number.isFinite(maxBytes) ? maxBytes : undefined,
        })
        return answer(decision, readReference(reference) ?? '')
      } catch (error) {
        if (!ArtifactError.isInstance(error)) throw error
        return error.problem === 'readFailed' ? unreadable : wrongInput
      }
    },
  } satisfies RehydrateTool)
}

const description =
  'Reads back a result that was put aside: where an earlier result shows {"artifact":"artifact://sha256/…"}, pass that ' +
  'reference. The content stands in the place of this result in your next turn only, so note what you need of it. Ask ' +
  'for a range when it is large.'

const wrongInput =
  'Error: pass { "reference": "artifact://sha256/…" } as it stands in an earlier result, and if wanted a "range" of two ' +
  'whole numbers of bytes, the second no smaller than the first, and "maxBytes" of at least 1.'

const unreadable = 'Error: the artifact could not be read just now. Try again later, or go on without it.'

const notThere =
  'Error: there is no such artifact here. Do not ask for it again; make the result anew if you need it.'

function answer(
  { outcome, reason, range, observedBytes, budgetBytes, alreadyDelivered }: RehydrationDiagnostics,
  digest: string,
): string {
  if (outcome === 'missing' || outcome === 'unauthorized') return notThere
  const bytes = observedBytes ?? 0
  if (outcome === 'stale') return formatEnvelope({ digest, bytes, note: 'stale' })
  const envelope = { digest, bytes, range: range ?? undefined }
  if (outcome === 'resolved') {
    return formatEnvelope(alreadyDelivered ? { ...envelope, note: 'alreadyDelivered' } : envelope)
  }
  const room = reason === 'noRoom' ? 'there is room for now' : 'may be read at once'
  const remedy = budgetBytes ? `Ask for a range of it, such as [0, ${budgetBytes}].` : 'Ask again later.'
  return `Error: that is more than ${room}, which are ${budgetBytes ?? 0} bytes; the artifact has ${bytes}. ${remedy}`
}
