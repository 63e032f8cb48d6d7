import type { ByteRange } from '../context/envelope.ts'

/** What a model asks for when it reads an artifact back. */
export interface RehydrateInput {
  /** `artifact://sha256/<64 lowercase hex>`, as it stands in an earlier result. */
  readonly reference: string
  /** Most bytes that it wants to see. */
  readonly maxBytes?: number | null
  /** The stretch that it wants, in bytes: from the first up to, and without, the second. */
  readonly range?: ByteRange | null
}

/** The JSON schema of what a model asks for. */
export const rehydrateParameters = Object.freeze({
  type: 'object',
  properties: {
    reference: {
      type: 'string',
      description: 'The reference as it stands in an earlier result: artifact://sha256/ and 64 hex digits.',
    },
    maxBytes: { type: 'integer', minimum: 1, description: 'Most bytes to read. Left out: as many as fit.' },
    range: {
      type: 'array',
      items: { type: 'integer', minimum: 0 },
      minItems: 2,
      maxItems: 2,
      description: 'First byte, and the byte behind the last, such as [0, 4000]. Left out: all of it.',
    },
  },
  required: ['reference'],
  additionalProperties: false,
} as const)

/** Reads a model's input; undefined for what is none. A model may give null for what it leaves out. */
export function readRehydrateInput(input: unknown): RehydrateInput | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const { reference, maxBytes, range }: Readonly<Record<string, unknown>> = { ...input }
  if (typeof reference !== 'string') return undefined
  if (!(maxBytes === undefined || maxBytes === null || isCount(maxBytes, 1))) return undefined
  if (!(range === undefined || range === null || isRange(range))) return undefined
  return { reference: reference.trim(), maxBytes: maxBytes ?? null, range: range ?? null }
}

function isRange(value: unknown): value is ByteRange {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [start, end]: unknown[] = value
  return isCount(start, 0) && isCount(end, 0) && start <= end
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least
}
