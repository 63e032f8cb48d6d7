import { RunClosedError } from '../../src/errors/run-closed-error.ts'
import { RandomHost } from './random-host.ts'
import type { CallEnd, Command, Script } from './script.ts'

/** Does what a script says, in the order of its scheduler, and answers with everything that was wrong. */
export async function playScript(script: Script): Promise<readonly string[]> {
  const host = new RandomHost(script)
  await host.prepare()
  const player = new ScriptPlayer(host, script)
  let isOver = false
  const all = Promise.all(script.commands.map((command) => player.play(command))).finally(() => {
    isOver = true
  })
  // When nothing is left to happen, a reducer that never answers or a call that is never settled may hold up others.
  while (!isOver) {
    await script.scheduler.waitIdle()
    await new Promise((resolve) => setImmediate(resolve))
    if (script.scheduler.count() === 0) player.settleAll()
  }
  await all
  player.settleAll()
  await new Promise((resolve) => setImmediate(resolve))
  await host.finish(player.isClosed)
  return host.violations
}

class ScriptPlayer {
  readonly #host: RandomHost
  readonly #script: Script
  /** Calls that nobody has settled yet: their own signals, to end them by. */
  readonly #controllers = new Set<AbortController>()
  readonly #reason = new Error('enough')
  /** Calls that a host forgets to settle. */
  readonly #left = new Set<AbortController>()
  isClosed = false
  #restoring: Promise<void> = Promise.resolve()

  constructor(host: RandomHost, script: Script) {
    this.#host = host
    this.#script = script
  }

  async play(command: Command): Promise<void> {
    await this.#turn(command.does)
    switch (command.does) {
      case 'assemble':
        this.#host.script(command.reducer)
        return this.#call((signal, controller) => this.#assemble(command.end, signal, controller))
      case 'dispatch':
        this.#host.script(command.reducer)
        return this.#call((signal) => this.#dispatch(command.fails, signal))
      case 'rehydrate':
        return this.#call((signal) => this.#host.rehydrate(command.letter, signal))
      case 'offload':
        return this.#call((signal) => this.#host.offload(command.size, signal))
      case 'abortAll':
        for (const controller of this.#controllers) controller.abort(this.#reason)
        return
      case 'restore':
        this.#restoring = this.#restoring.then(() => this.#restore())
        return this.#restoring
      case 'close':
        this.isClosed = true
        return this.#host.run.close()
      default:
        return this.#host.change(command.does, command.size)
    }
  }

  /** Ends what is still open, as a host does that goes away. */
  settleAll(): void {
    for (const controller of [...this.#controllers, ...this.#left]) controller.abort(this.#reason)
  }

  async #assemble(end: CallEnd, signal: AbortSignal, controller: AbortController): Promise<void> {
    const { run } = this.#host
    const call = await run.assemble(this.#host.source, { signal })
    this.#host.note(call.id, call.messages)
    await this.#turn(end)
    if (end === 'commit') {
      const isOver = signal.aborted || this.isClosed || run !== this.#host.run
      await call.commit()
      if (!isOver) this.#host.complete(call.messages)
    } else if (end === 'abort') controller.abort(this.#reason)
    else if (end === 'release') await call.release()
    else if (end === 'dispose') await call[Symbol.asyncDispose]()
  }

  async #dispatch(fails: boolean, signal: AbortSignal): Promise<void> {
    const refusal = new Error('overloaded')
    let sent: Parameters<RandomHost['complete']>[0] = []
    try {
      await this.#host.run.dispatch(
        this.#host.source,
        async (list) => {
          sent = list
          this.#host.note(undefined, list)
          await this.#turn('send')
          if (fails) throw refusal
        },
        { signal },
      )
      this.#host.complete(sent)
    } catch (error) {
      if (error !== refusal) throw error
    }
  }

  async #call(work: (signal: AbortSignal, controller: AbortController) => Promise<void>): Promise<void> {
    const controller = new AbortController()
    this.#controllers.add(controller)
    this.#host.signals.push(controller.signal)
    try {
      await work(controller.signal, controller)
      this.#left.add(controller)
    } catch (error) {
      const isClosed = RunClosedError.isInstance(error)
      if (!isClosed) this.#host.judge(error, [this.#reason])
    } finally {
      this.#controllers.delete(controller)
    }
  }

  async #restore(): Promise<void> {
    if (this.isClosed) return
    try {
      await this.#host.restore()
    } catch (error) {
      if (!RunClosedError.isInstance(error)) throw error
    }
    if (this.isClosed) await this.#host.run.close()
  }

  #turn(label: string): Promise<void> {
    return this.#script.scheduler.schedule(Promise.resolve(), label)
  }
}
