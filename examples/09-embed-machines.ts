// A host that is an XState system itself: its machine invokes the run machine, and asks it for an assembly before each call.
import assert from 'node:assert/strict'
import { recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import {
  type AssemblyResult,
  createWorkbench,
  type EmbeddedWorkbench,
  type RunActor,
  type RunEmitted,
  runMachine,
} from 'plimsoll/machines'
import { createActor, fromCallback, fromPromise, setup, toPromise } from 'xstate'

type Message = OpenAIChatMessage & { readonly tool_calls?: readonly { readonly id: string }[] }

const composition = recommended<Message>({ hardLimitBytes: 4_000 })
const dialect = openaiChat<Message>({ provider: 'openai' })

// Content stays out here: machines hold facts.
const history: Message[] = [{ role: 'user', content: 'Watch the harbour. What comes in?' }]
const sizes: number[] = []
let call: EmbeddedWorkbench<Message>

// Stands for a provider: asks for the tool eight times.
async function ask(messages: readonly Message[]): Promise<Message> {
  sizes.push(JSON.stringify(messages).length)
  if (sizes.length > 8) return { role: 'assistant', content: 'A ship came in.' }
  const look = { id: `look_${sizes.length}`, type: 'function', function: { name: 'look', arguments: '{}' } }
  return { role: 'assistant', content: null, tool_calls: [look] }
}

const runOf = (system: { get(id: 'run'): unknown }) => system.get('run') as RunActor // the host invokes it so

const host = setup({
  types: { events: {} as RunEmitted | { readonly type: 'relay.ready' } },
  actors: {
    run: runMachine,
    /** Brings what the run emits to the host. */
    relay: fromCallback(({ system, sendBack }) => {
      const settled = runOf(system).on('call.settled', sendBack)
      const crashed = runOf(system).on('call.crashed', sendBack)
      sendBack({ type: 'relay.ready' })
      return () => {
        settled.unsubscribe()
        crashed.unsubscribe()
      }
    }),
    /** Sends the list that was decided on; rejects when nothing may be sent. */
    send: fromPromise<boolean, { readonly result: AssemblyResult }>(async ({ input }) => {
      const answer = await ask(call.open(input.result).messages)
      const results = (answer.tool_calls ?? []).map(({ id }) => ({
        ...{ role: 'tool', tool_call_id: id, content: 'Fog. '.repeat(200) },
      }))
      history.push(answer, ...results)
      return results.length > 0
    }),
  },
  actions: {
    requestAssembly: ({ system }) => {
      call = createWorkbench(history, { composition, dialect, callNumber: sizes.length })
      const { workbench, bounds } = call
      runOf(system).send({ type: 'call.requested', slot: 'assembly:0', workbench, bounds })
    },
    closeRun: ({ system }) => runOf(system).send({ type: 'run.close' }),
  },
  guards: { goesOn: (_, { asksForTools }: { asksForTools: boolean }) => asksForTools },
}).createMachine({
  id: 'host',
  initial: 'starting',
  invoke: [{ src: 'run', systemId: 'run', input: { delivered: [] } }, { src: 'relay' }],
  states: {
    starting: { on: { 'relay.ready': 'assembling' } },
    assembling: {
      entry: 'requestAssembly',
      on: { 'call.settled': 'sending', 'call.crashed': 'failed' },
    },
    sending: {
      invoke: {
        src: 'send',
        input: ({ event }) => ({ result: (event as Extract<RunEmitted, { result: unknown }>).result }), // as `on` says
        onDone: [
          {
            guard: { type: 'goesOn', params: ({ event }) => ({ asksForTools: event.output }) },
            target: 'assembling',
          },
          { target: 'answered' },
        ],
        onError: 'failed',
      },
    },
    answered: { type: 'final', entry: 'closeRun' },
    failed: { type: 'final', entry: 'closeRun' },
  },
})

const agent = createActor(host).start()
await toPromise(agent)

assert.equal(agent.getSnapshot().value, 'answered')
assert.equal(history.length, 18) // the history is whole
assert.ok(JSON.stringify(history).length > 8_000)
assert.ok(Math.max(...sizes) < 5_000)
console.log(
  `${sizes.length} calls through a run machine of the host's, the largest ${Math.max(...sizes)} characters`,
)
