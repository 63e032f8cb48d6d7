import { CallLink } from './call-link.ts'

/** What a call item says of itself, beyond its arguments. */
export interface CallIdentity {
  readonly id: string
  readonly name: string
  readonly providerExecuted: boolean
  /** Type of the item that calls. */
  readonly itemType: unknown
}

/** A call together with the type of its item, which says what type of item answers it. */
export class ItemCallLink extends CallLink {
  readonly itemType: unknown

  /** @param argumentText arguments that ought to be JSON; undefined for free text, and for what is structured already */
  constructor({ id, name, providerExecuted, itemType }: CallIdentity, argumentText: string | undefined) {
    super(id, id, name, providerExecuted, argumentText ?? 'null')
    this.itemType = itemType
  }
}
