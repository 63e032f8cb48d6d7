import { type Fields, isFields } from '../fields.ts'

/** A part that calls a function. */
export type CallPart = Fields & { readonly functionCall: Fields }

/** A part that answers a call. */
export type ResponsePart = Fields & { readonly functionResponse: Fields }

export function isCallPart(part: unknown): part is CallPart {
  return isFields(part) && isFields(part['functionCall'])
}

export function isResponsePart(part: unknown): part is ResponsePart {
  return isFields(part) && isFields(part['functionResponse'])
}

export function isThought(part: unknown): boolean {
  return isFields(part) && part['thought'] === true
}
