import type { PlimsollEvent } from '../../src/index.ts'

/** A sink that keeps what it hears. */
export class EventLog {
  readonly events: PlimsollEvent[] = []
  readonly report = (event: PlimsollEvent): void => {
    this.events.push(event)
  }

  get types(): string[] {
    return this.events.map(({ type }) => type)
  }
}
