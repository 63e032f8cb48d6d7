import type { Command } from 'commander'
import type { CommandIo } from '../command-io.ts'
import { parseChoice } from '../options/parse-choice.ts'
import { listCommand } from './list-command.ts'
import type { ArtifactFlags } from './open-artifacts.ts'
import { type ShowFlags, showCommand } from './show-command.ts'
import { verifyCommand } from './verify-command.ts'

const names = ['list', 'verify', 'show'] as const

/** Adds `artifacts` and its commands to the program. */
export function addArtifactsCommand(program: Command, io: CommandIo, end: (code: number) => void): void {
  const artifacts = program
    .command('artifacts')
    .summary('the artifacts of a folder: list, verify, show')
    .description(
      'List, verify or show the artifacts that runs have stored in a folder. Nothing is changed there.',
    )
    .usage('list|verify|show [options]')
    .argument('[command]')
    .action((name = '') => void parseChoice(name, 'artifacts', names))
  addArtifactOptions(
    artifacts
      .command('list')
      .summary('what is stored, without its content')
      .description('List artifacts: reference, size, when it was first stored, and by which tool.'),
  ).action(async (flags: ArtifactFlags) => end(await listCommand(flags, io)))
  addArtifactOptions(
    artifacts
      .command('verify')
      .summary('whether what is stored is still what it was')
      .description(
        'Read every artifact and check it against its digest. Ends with 3 when one is not intact.',
      ),
  ).action(async (flags: ArtifactFlags) => end(await verifyCommand(flags, io)))
  addArtifactOptions(
    artifacts
      .command('show')
      .summary('the content of one artifact')
      .description('Print the content of an artifact, verified, with what a terminal would act on escaped.')
      .argument('<reference>', 'artifact://sha256/ and 64 hex digits')
      .option('--range <start:end>', 'bytes from the first up to, and without, the second')
      .option('--raw', 'print it as it is'),
  ).action(async (reference: string, flags: ShowFlags) => end(await showCommand(reference, flags, io)))
}

function addArtifactOptions(command: Command): Command {
  return command
    .option('--fs <folder>', 'the folder of the storage')
    .option('--prefix <prefix>', 'what its keys begin with, where it is not artifacts')
    .option('--owner <id>', 'of this owner; with --session and --workspace-id')
    .option('--session <id>', 'session of the owner')
    .option('--workspace-id <id>', 'workspace of the owner')
    .option('--json', 'one JSON object a line')
}
