import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { RunRecorder } from '../../../src/inspect/index.ts'
import { findCanaries } from '../../privacy/find-canaries.ts'
import { plantedMessages } from '../../privacy/planted-situations.ts'
import { compose } from '../../support/compose.ts'
import { projectRoot } from '../../support/project-files.ts'

interface LegacyEvent {
  readonly type: string
  readonly id?: string
  readonly sessionId: string
  readonly machine?: { readonly id: string; readonly states: object }
  readonly state?: { readonly value: unknown }
  readonly event?: { readonly name: string }
}

interface SocketServer {
  address(): { readonly port: number }
  close(): void
  once(event: 'listening', listener: () => void): void
}

// XState 4 and the package that speaks it are those of the example's own folder.
const bridge = join(projectRoot, 'visualizations/legacy-inspect/bridge-run.mjs')
const require = createRequire(bridge)
const { WebSocket, WebSocketServer } = require('ws')
const { createWebSocketReceiver } = require('@xstate/inspect')
// An .mjs file of the example: it has no types of its own.
const { bridgeRun }: { bridgeRun: (server: object) => RunRecorder } = await import(bridge)
const nativeSocket = Reflect.get(globalThis, 'WebSocket')

let server: SocketServer | undefined
afterEach(() => {
  server?.close()
  Reflect.set(globalThis, 'WebSocket', nativeSocket)
})

test('the package’s own receiver reads charts, events and states of a run', async () => {
  // XState 4 warns of how the receiver builds the charts that it was told.
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const opened: SocketServer = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server = opened
  await new Promise<void>((resolve) => opened.once('listening', resolve))
  const run = compose({ hardLimitBytes: 2_000 }).openRun(bridgeRun(opened))
  Reflect.set(globalThis, 'WebSocket', WebSocket)
  const told: LegacyEvent[] = []
  const receiver = createWebSocketReceiver({ server: `127.0.0.1:${opened.address().port}` })
  receiver.subscribe((event: LegacyEvent) => told.push(event))
  await expect.poll(() => told.map(({ machine }) => machine?.id)).toEqual(['run', 'leases'])
  await run.dispatch(plantedMessages(), () => 'sent')
  await expect.poll(() => told.some(({ type }) => type === 'service.stop')).toBe(true)
  const assembly = told.find(({ id }) => id === 'assembly:0')
  expect(assembly?.type).toBe('service.register')
  expect(Object.keys(assembly?.machine?.states ?? {})).toContain('verify')
  const states = told
    .filter(({ type, sessionId }) => type === 'service.state' && sessionId === assembly?.sessionId)
    .map(({ state }) => JSON.stringify(state?.value))
  expect(new Set(states)).toEqual(
    new Set([
      ...['{"snapshot":"capturing"}', '{"snapshot":"captured"}', '{"evict":"exhausted"}'],
      ...['{"reduce":"budgeting"}', '{"reduce":"proposing"}', '{"reduce":"rechecked"}'],
      ...[
        '{"verify":"judging"}',
        '{"verify":"accepted"}',
        '{"verify":"confirming"}',
        '{"verify":"confirmed"}',
      ],
      '"reduced"',
    ]),
  )
  const events = told.filter(
    ({ type, sessionId }) => type === 'service.event' && sessionId === assembly?.sessionId,
  )
  expect(events.map(({ event }) => event?.name)).toEqual(
    expect.arrayContaining([
      'snapshot.captured',
      'reduction.proposed',
      'proposal.verified',
      'dispatch.confirmed',
    ]),
  )
  expect(findCanaries(told.map((event) => JSON.stringify(event)))).toEqual([])
  await run.close()
  warnings.mockRestore()
})
