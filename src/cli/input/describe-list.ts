import { type Fields, isFields } from '../../dialects/fields.ts'
import { InputError } from '../input-error.ts'
import { isNestedTooDeep } from './check-nesting.ts'
import type { FoundList } from './found-list.ts'
import type { ShapeName } from './shape-names.ts'

/** A list as it was come upon: its items, the object that holds it, and the field there. */
export interface ListDraft {
  readonly items: readonly unknown[]
  readonly holder: Fields
  readonly field: string | undefined
  readonly shape?: ShapeName
  readonly isAnswer?: boolean
}

const besideFields = [
  ...['system', 'instructions', 'tools', 'functions', 'response_format', 'output_config'],
  ...['systemInstruction', 'system_instruction'],
] as const
const configFields = ['config', 'generationConfig', 'generation_config'] as const
const besideInConfig = [
  ...['systemInstruction', 'tools', 'responseSchema', 'response_schema', 'responseJsonSchema'],
] as const

/**
 * Describes a list by what stands beside it.
 *
 * @throws InputError when that is nested deeper than any request is
 */
export function describeList(
  { items, holder, field, shape, isAnswer = false }: ListDraft,
  { name, record }: { readonly name: string; readonly record: string | undefined },
): FoundList {
  const within = record === undefined ? '' : `${record}, `
  const beside = besideFields.map((key) => [key, holder[key]] as const)
  const configs = field === 'contents' ? configFields.map((key) => holder[key]).filter(isFields) : []
  const besideOfConfig = configs.flatMap((config) => besideInConfig.map((key) => [key, config[key]] as const))
  return {
    items,
    placeOf: (index) => `${within}${field ?? 'messages'}[${index}]`,
    overhead: [...beside, ...besideOfConfig].flatMap(([key, value]) =>
      isNothing(value) ? [] : [encode(value, name, `${within}${key}`)],
    ),
    hint: shape ?? hintOf(field, holder),
    isPicked: record !== undefined,
    isAnswer,
  }
}

function hintOf(field: string | undefined, holder: Fields): ShapeName | undefined {
  if (field === 'input') return 'openai-responses'
  if (field === 'contents') return 'gemini'
  return holder['system'] === undefined ? undefined : 'anthropic'
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function encode(value: unknown, name: string, place: string): string {
  if (isNestedTooDeep(value)) {
    throw new InputError(name, place, 'is nested more than 500 levels deep; no provider takes that, mend it')
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
