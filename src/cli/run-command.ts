import { Command, CommanderError } from 'commander'
import { addArtifactsCommand } from './artifacts/add-artifacts-command.ts'
import { assembleCommand } from './assemble/assemble-command.ts'
import type { CommandIo } from './command-io.ts'
import { OutputClosed } from './command-io.ts'
import { diagramCommand } from './diagram/diagram-command.ts'
import { exitCodes } from './exit-codes.ts'
import { helpText, purpose } from './help-text.ts'
import { InputError, oneLine } from './input-error.ts'
import { lineOfError } from './line-of-error.ts'
import type { Flags } from './options/read-flags.ts'
import { type PathsFlags, pathsCommand } from './paths/paths-command.ts'
import { type ReplayFlags, replayCommand } from './replay/replay-command.ts'
import { version } from './version.ts'

/**
 * Runs the command with the words that follow its name, and answers with its exit code. Never throws, and never writes
 * content of a conversation unless it was asked to.
 */
export async function runCommand(words: readonly string[], io: CommandIo): Promise<number> {
  let exitCode: number = exitCodes.done
  const output: string[] = []
  const program = makeProgram(
    io,
    (code) => {
      exitCode = code
    },
    output,
  )
  try {
    try {
      await program.parseAsync(words.length > 0 ? [...words] : ['--help'], { from: 'user' })
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error
      if (error.exitCode !== 0) throw new InputError('command', undefined, remedy(error.message))
    }
    if (output.length > 0) await io.writeOutput(output.join(''))
    return exitCode
  } catch (error) {
    if (io.signal.aborted) return exitCodes.interrupted
    if (error instanceof OutputClosed) return exitCodes.done
    const { line, exitCode: code } = lineOfError(error)
    io.writeError(`${line}\n`)
    return code
  }
}

function makeProgram(io: CommandIo, end: (code: number) => void, output: string[]): Command {
  const program = new Command('plimsoll')
    .description(purpose)
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this page')
    .helpCommand('help [command]', 'print the page of a command')
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.push(text),
      writeErr: () => {},
      getOutHelpWidth: () => 100,
    })
    .addHelpText('after', helpText)
  addBoundOptions(
    program
      .command('assemble')
      .summary('what would be sent for this list')
      .description(
        'Show what would be sent for a list of messages: the outcome, sizes by category, and what became of each entry.',
      )
      .argument('[file]', 'a recorded conversation; - is the standard input', '-'),
  ).action(async (file: string, flags: Flags) => end(await assembleCommand(file, flags, io)))
  addBoundOptions(
    program
      .command('replay')
      .summary('every provider call of a recorded conversation, in turn')
      .description(
        'Make every provider call of a recorded conversation again, in one run: a row each, and what they come to.',
      )
      .argument('[file]', 'a recorded conversation; - is the standard input', '-')
      .option('--sweep <sizes>', 'compare limits, such as 32KiB,64KiB,128KiB, a row each')
      .option('--html <file>', 'write a report of the replay, one page without content')
      .option('--every <n>', 'make only every nth call, counted from the last one'),
  ).action(async (file: string, flags: ReplayFlags) => end(await replayCommand(file, flags, io)))
  program
    .command('diagram')
    .summary('a chart that runs here, as Mermaid')
    .description('Print a chart that runs here, as Mermaid: assembly, run or leases.')
    .argument('[chart]', 'assembly, run or leases', 'assembly')
    .action(async (chart: string) => end(await diagramCommand(chart, io)))
  program
    .command('paths')
    .summary('paths through a chart, for model-based tests')
    .description(
      'Print paths through a chart that runs here, for model-based tests of a host: events, states and facts, no content.',
    )
    .argument('[chart]', 'assembly, run or leases', 'assembly')
    .option('--strategy <name>', 'edges takes every edge, shortest reaches every state, simple repeats none')
    .option('--limit <n>', 'print no more paths than this')
    .option('--json', 'one path a line, with all of its steps')
    .action(async (chart: string, flags: PathsFlags) => end(await pathsCommand(chart, flags, io)))
  addArtifactsCommand(program, io, end)
  return program
}

function addBoundOptions(command: Command): Command {
  return command
    .option('--hard-limit <size>', 'most that a call may send, such as 64KiB')
    .option('--trigger-margin <size>', 'compaction begins this far below the hard limit')
    .option('--retain <n>', 'newest units that are always kept')
    .option('--attempts <n>', 'times that the reducer may be asked for one call')
    .option(
      '--reducer <names>',
      'drop-oldest, drop-tool-exchanges=N, sliding-window=N, none; a,b asks in turn',
    )
    .option('--preset <name>', 'recommended or seed: where options that are not given come from')
    .option('--relief <steps>', 'elide,shrink-retention, or none: what to do when too much must be kept')
    .option('--on-broken-sequence <what>', 'pass, repair or terminate')
    .option('--memory', 'remember reductions from call to call')
    .option('--dialect <shape>', 'shape of the file, where it is not found out')
    .option('--pick <n>', 'take the nth of several recorded requests or conversations')
    .option('--config <file>', 'JSON with these options in camel case; a flag wins')
    .option('--json', 'one JSON object a line')
    .option('--show-messages', 'print what would be sent; without it no content is printed')
}

function remedy(message: string): string {
  const text = oneLine(message.replace(/^error: /, '')).replace(/\.$/, '')
  return `${text.slice(0, 200)}; see plimsoll --help`
}
