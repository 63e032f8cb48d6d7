import type { Requirement } from '../requirement.ts'

/** Lists that come in broken, elision, and the memory of reductions. */
export const inputAndMemory: readonly Requirement[] = [
  {
    id: 'input.accepted-is-not-broken',
    behaviour:
      'What a provider accepts is not broken: which quirks it takes is data of its dialect, with a source.',
    source: ['design 4.6', 'design 11'],
    citedBy: [
      'context/repair-sequence.test.ts > a list that the provider takes is not touched',
      'context/check-sequence.test.ts > %s > %s',
      'contracts/dialect-contract.ts > {dialect.name}: the dialect contract > the dialect and its rules are frozen, and each rule has a source',
    ],
  },
  {
    id: 'input.broken-passes',
    behaviour:
      'By default a broken list goes by below the threshold, flagged, and above it keeps its defects and gets no new ones.',
    source: ['design 1, promise 2', 'design 4.6'],
    citedBy: [
      'assembly/hostile-messages.test.ts > a list that comes in broken > goes by below the threshold, flagged',
      'context/verify-proposal.test.ts > a proposal is accepted that > keeps the defects that came in, and adds none',
      'observability/diagnostics.test.ts > a list that is sent broken is flagged, also where something was taken out',
    ],
  },
  {
    id: 'input.broken-repaired',
    behaviour:
      'By option a broken list is mended for one dispatch: open calls closed, stray results dropped, late ones moved; counted.',
    source: ['design 1, promise 2', 'design 4.6'],
    citedBy: [
      'assembly/hostile-messages.test.ts > a list that comes in broken > is repaired on demand, for this dispatch only',
      'context/repair-sequence.test.ts > an open call is closed with a text that says so',
      'context/repair-sequence.test.ts > a result without a call is dropped',
      'context/repair-sequence.test.ts > a late result is moved to its call, as the message that it is',
      'properties/repair.test.ts > the strictest provider takes a repaired list, which is the start of every later one',
    ],
  },
  {
    id: 'input.broken-refused',
    behaviour: 'By option a broken list is refused, even below the threshold, with its size.',
    source: ['design 1, promise 2', 'design 4.6', 'matrix IRR-06, PRE-07, PRE-10'],
    citedBy: [
      'assembly/hostile-messages.test.ts > a list that comes in broken > is refused on demand, with its size',
      'observability/diagnostics.test.ts > every field is there, and right, when > a broken list is refused',
    ],
  },
  {
    id: 'elision.older-results',
    behaviour:
      'By option results of older exchanges give way, the newest last, until the threshold; call, id and order stay.',
    source: ['design 4.7'],
    citedBy: [
      'run/relief.test.ts > results of older exchanges > give way to a notice before the reducer is asked, the oldest first, until the threshold',
      'context/elide-results.test.ts > call, id and place stay, and the host keeps its message',
    ],
  },
  {
    id: 'elision.stored-first',
    behaviour:
      'With a workspace a result is stored before a reference stands in its place; without, a constant notice does.',
    source: ['design 4.7', 'design 6'],
    citedBy: [
      'run/offload.test.ts > at the dispatch > what leaves the list is kept in the workspace first, and an envelope stands in its place',
      'corpus/offload.test.ts > results that leave a list are all in the workspace, byte for byte > of a generated conversation',
      'run/relief.test.ts > results of older exchanges > give way to a notice before the reducer is asked, the oldest first, until the threshold',
    ],
  },
  {
    id: 'elision.stable-prefix',
    behaviour: 'The next call elides the same results again, so that the prefix stays.',
    source: ['design 4.7'],
    citedBy: [
      'run/relief.test.ts > results of older exchanges > are the same notices again in the next call',
      'run/offload.test.ts > at the dispatch > the next call sends the same envelopes, and stores nothing again',
    ],
  },
  {
    id: 'memory.replays',
    behaviour:
      'With a memory the next call leaves out what the one before left out, without an attempt or a reducer.',
    source: ['design 4.7'],
    citedBy: [
      'memory/replay.test.ts > the next call > leaves out what the one before left out, without asking the reducer',
      'memory/replay.test.ts > the next call > finds the summary of the one before in its place',
    ],
  },
  {
    id: 'memory.asks-again-when-outgrown',
    behaviour: 'Only when a replay exceeds the threshold is the reducer asked again, down to the target.',
    source: ['design 4.7'],
    citedBy: [
      'memory/replay.test.ts > the next call > asks the reducer again when the list has outgrown the cut, beginning with the cut',
      'memory/replay.test.ts > the next call > falls back to the target, and holds what the fallback kept',
    ],
  },
  {
    id: 'memory.pays-off',
    behaviour: 'A long session asks its reducer less often with a memory, and keeps more of its prefix.',
    source: ['design 4.7'],
    citedBy: [
      'cli/replay/replay-command.test.ts > options > a memory asks the reducer less often and keeps more of the prefix',
    ],
  },
  {
    id: 'memory.is-verified',
    behaviour: 'A replay is verified like any proposal; one that may not be is forgotten.',
    source: ['design 4.7'],
    citedBy: [
      'memory/replay.test.ts > a replay that may not be > is forgotten, and the reducer asked as if there were none',
      'memory/any-history.test.ts > whatever the history does between calls, what is sent is valid, within the limit, and what a reducer could have said',
    ],
  },
  {
    id: 'memory.apart',
    behaviour: 'What one conversation left out never stands in another, even if they share a memory.',
    source: ['design 4.7'],
    citedBy: [
      'memory/histories.test.ts > the summary of one conversation never stands in another, even if both share a memory',
      'memory/histories.test.ts > nothing is left out again when > %s',
    ],
  },
  {
    id: 'memory.bounded-and-shut',
    behaviour:
      'A memory is bounded, and nothing that it holds can be read off it; a store gets hashes and summaries alone.',
    source: ['design 4.7', 'design 1, promise 6'],
    citedBy: [
      'memory/reduction-memory.test.ts > stays within its maximum, and keeps what is largest of one list and latest of many',
      'memory/reduction-memory.test.ts > nothing of what it holds can be read off it',
      'memory/store.test.ts > a store that %s > holds no text of a message, only hashes and summaries',
    ],
  },
  {
    id: 'memory.owned-by-the-host',
    behaviour:
      'A memory belongs to a conversation: the host passes it to each run, and a child has none but its own.',
    source: ['design 4.7', 'design 5'],
    citedBy: [
      'memory/replay.test.ts > a child has no memory but its own',
      'memory/reduction-memory.test.ts > a run takes no other memory: %o',
    ],
  },
]
