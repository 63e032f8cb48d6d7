import type { Requirement } from '../requirement.ts'

/** Errors, the public surface, the command, and speed. */
export const surface: readonly Requirement[] = [
  {
    id: 'errors.one-base',
    behaviour:
      'Each error of ours has a code of its own, its fields, and a check that works across copies of the library.',
    source: ['design 9'],
    citedBy: [
      'errors/plimsoll-error.test.ts > $error.name > has a code, its fields, and a message that says what to do',
      'errors/plimsoll-error.test.ts > $error.name > is known across a second copy of the library',
      'errors/plimsoll-error.test.ts > every code belongs to one class',
    ],
  },
  {
    id: 'errors.termination-without-diagnostics',
    behaviour:
      'A termination tells outcome, size, limit and unit, and joins its event by the id; it carries no diagnostics.',
    source: ['ADR, consequences, positive 5', 'ADR, decision 3', 'design 9'],
    citedBy: [
      'observability/events.test.ts > a refusal bears the id of its event',
      'run/assemble-limits.test.ts > the hard limit > required content of $size bytes is sent: $sent',
    ],
  },
  {
    id: 'errors.say-what-to-do',
    behaviour: 'Messages say what happened, to which thing by index and kind, and the way out.',
    source: ['design 9'],
    citedBy: [
      'errors/plimsoll-error.test.ts > the problem %s is told with a way out',
      'errors/plimsoll-error.test.ts > the reason %s is explained | requiredContentTooLarge',
      'errors/plimsoll-error.test.ts > the reason %s is explained | concurrentMutation',
      'assembly/hostile-messages.test.ts > a list that can’t be read > with %s is refused by its index, and the run goes on',
    ],
  },
  {
    id: 'errors.no-foreign-cause',
    behaviour: 'Errors of ours show no foreign text; what lies behind one is opened on request.',
    source: ['design 4.8', 'design 1, promise 6'],
    citedBy: [
      'errors/plimsoll-error.test.ts > causeOf > gives the host’s error behind ours by identity, which printing does not show',
      'assembly/hostile-messages.test.ts > a list that can’t be read > gives the getter’s own error to who asks for it',
    ],
  },
  {
    id: 'surface.front-door',
    behaviour: 'The front door has the names that are promised, and few of them.',
    source: ['design 10', 'ADR, decision drivers 8'],
    citedBy: [
      'architecture/public-names.test.ts > the front door has the names that it promises, and no more than a reader can hold',
    ],
  },
  {
    id: 'surface.dispatch',
    behaviour:
      'An own loop is bounded by dispatching through a run, or by assembling and settling a call by hand.',
    source: ['design 10'],
    citedBy: [
      'examples/fetch-loop.test.ts > the loop with nothing but fetch stays in a window that its history outgrows',
      'run/close.test.ts > settling a call > disposing of it lets the next one in',
      'run/abort.test.ts > with %s admission > an abort while the list is sent settles the call at once, and tells who sends',
    ],
  },
  {
    id: 'surface.refusals-are-heard',
    behaviour:
      'A listener hears every refusal of ours, and nobody else’s error, however a host wraps or hides it.',
    source: ['design 10'],
    citedBy: [
      'observability/events.test.ts > when $name > every refusal of ours is heard by its listener, and nobody else’s error is',
      'errors/find-plimsoll-error.test.ts > the error is found in %s',
    ],
  },
  {
    id: 'surface.tools-for-the-model',
    behaviour: 'A ready tool lets the model read back an artifact, within what the host and the limit allow.',
    source: ['design 10'],
    citedBy: [
      'tools/rehydrate-tool.test.ts > the tool answers with > an envelope, in whose place the body rides once',
      'tools/rehydrate-tool.test.ts > the tool answers with > how much may be read, where it asks for more than the host or the limit allows',
    ],
  },
  {
    id: 'surface.options-are-checked',
    behaviour: 'Options of runs and calls are checked by name, with and without compaction.',
    source: ['design 10', 'design 9'],
    citedBy: [
      'run/run-options.test.ts > the option %s is refused when it is %s',
      'run/run-options.test.ts > a call is refused a signal that is none, with and without compaction',
    ],
  },
  {
    id: 'command.assemble',
    behaviour:
      'The command tells of one file what would be sent: outcome, sizes, stages, and what becomes of each entry.',
    source: ['design 12'],
    citedBy: [
      'cli/assemble/assemble-command.test.ts > tells the outcome, sizes by category, stages, and what became of each entry',
    ],
  },
  {
    id: 'command.replay',
    behaviour:
      'It replays every provider call of a transcript in turn, as a table, an object a line, or a page.',
    source: ['design 12'],
    citedBy: [
      'cli/replay/replay-command.test.ts > each provider call has a row, and a summary stands at the end',
      'cli/replay/replay-command.test.ts > with --json each call and the summary is an object a line',
      'cli/replay/html-report.test.ts > a replay writes its report as one page without content',
    ],
  },
  {
    id: 'command.charts',
    behaviour: 'It prints the charts as they are drawn, and paths through them.',
    source: ['design 12', 'design card'],
    citedBy: [
      'cli/run-command.test.ts > plimsoll diagram > prints the %s chart as it is drawn',
      'cli/paths/paths-command.test.ts > paths of a chart are printed a line each, whole',
    ],
  },
  {
    id: 'command.artifacts',
    behaviour: 'It lists, verifies and shows artifacts, without content unless one is asked for.',
    source: ['design 12'],
    citedBy: [
      'cli/artifacts/artifacts-command.test.ts > plimsoll artifacts list > shows a row for each artifact, in the order of the digests, without content',
      'cli/artifacts/artifacts-command.test.ts > plimsoll artifacts verify > ends with 3 when something is stale',
    ],
  },
  {
    id: 'command.shapes',
    behaviour: 'Files of every shape are found out, whatever their encoding, or named by an option.',
    source: ['design 12'],
    citedBy: [
      'cli/input/read-conversation.test.ts > %s is found out',
      'cli/input/read-conversation.test.ts > plain text could be of any shape: that is said, and it measures the same',
    ],
  },
  {
    id: 'command.bad-input',
    behaviour: 'Bad input is one line with file, place and remedy, and ends in 2.',
    source: ['design 12'],
    citedBy: ['cli/bad-input.test.ts > plimsoll %s says in one line what is wrong with > $what'],
  },
  {
    id: 'command.refusals-counted',
    behaviour: 'Refused calls are counted, and end in 3.',
    source: ['design 12'],
    citedBy: ['cli/replay/replay-command.test.ts > refused calls are counted by reason, and end in 3'],
  },
  {
    id: 'command.no-content',
    behaviour: 'No content is printed unless it is asked for.',
    source: ['design 12', 'design 1, promise 6'],
    citedBy: ['cli/replay/replay-command.test.ts > no content is printed unless it is asked for'],
  },
  {
    id: 'speed.not-quadratic',
    behaviour:
      'Ten times the messages take about ten times as long, with plans, lists, rejections, elision and references.',
    source: ['design 13', 'design 4.3'],
    citedBy: [
      'run/linear-work.test.ts > ten times the messages take nowhere near a hundred times as long: %s',
      'context/fall-back.test.ts > references > of five thousand exchanges are counted one by one',
      'context/split-results.test.ts > an entry of several results > is read some times for a thousand groups, not a thousand times',
    ],
  },
  {
    id: 'speed.calls-build-on-each-other',
    behaviour: 'What a run knows from the call before changes nothing in its answer.',
    source: ['design 13'],
    citedBy: [
      'properties/call-memo.test.ts > a run answers each call as a run does that saw none before',
      'properties/call-memo.test.ts > two conversations that take turns in one run don’t mix',
    ],
  },
  {
    id: 'command.progress',
    behaviour: 'A person is told on the error stream how far a long replay is; nobody else is.',
    source: ['design 12'],
    citedBy: [
      'cli/replay/progress.test.ts > a person is told how far a long replay is, in a line that is wiped at the end',
      'cli/replay/progress.test.ts > where no person looks nothing is written',
    ],
  },
  {
    id: 'command.exit-codes',
    behaviour: 'The exit code and the streams of the process are those of the command.',
    source: ['design 12'],
    citedBy: ['cli/process.test.ts > the exit code and the streams are those of the command'],
  },
  {
    id: 'surface.sizes',
    behaviour: 'Limits can be written in kibibytes and mebibytes.',
    source: ['design 10'],
    citedBy: ['profile/sizes.test.ts > kibibytes and mebibytes are powers of 1,024, rounded down'],
  },
]
