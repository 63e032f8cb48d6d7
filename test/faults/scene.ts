import type { Run } from '../../src/run/run.ts'
import type { FaultyHost } from './faulty-host.ts'
import type { Library } from './library-type.ts'

/** What is done under a fault, and what must be possible after it. */
export interface Scene {
  /** What one of the ports may fail in. Rejects as the library does. */
  act(): Promise<unknown>
  /** The next call, when nothing fails any more. */
  again(): Promise<unknown>
  /** The run that is told of what it holds; left out where there is none. */
  readonly run?: Run<never>
  /** Failures that are allowed to withhold a body for good, as port and kind: `leases.send rejects`. */
  readonly withholds?: RegExp
  /** Bodies that are to reach the provider in at most one answered call. */
  readonly bodies?: readonly string[]
  /** Whether every body must have reached the provider when nothing withholds it. */
  readonly delivers?: boolean
}

/** A way through the library that some of its waiting points lie on. */
export interface Scenario<L extends Library = Library> {
  readonly name: string
  /** Ports that are made to fail. Left out, all of them are. */
  readonly ports?: RegExp
  open(host: FaultyHost<L>): Promise<Scene>
}
