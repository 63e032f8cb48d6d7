import type { ToolCallLink } from '../context/reading.ts'

/** A call whose arguments are text: whether they parse as JSON is found out when somebody asks. */
export class CallLink implements ToolCallLink {
  readonly type = 'call'
  readonly key: string
  readonly id: string
  readonly name: string
  readonly providerExecuted: boolean
  readonly #argumentText: string
  #argumentsAreJson: boolean | undefined

  constructor(key: string, id: string, name: string, providerExecuted: boolean, argumentText: string) {
    this.key = key
    this.id = id
    this.name = name
    this.providerExecuted = providerExecuted
    this.#argumentText = argumentText
  }

  get argumentsAreJson(): boolean {
    this.#argumentsAreJson ??= parses(this.#argumentText)
    return this.#argumentsAreJson
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
