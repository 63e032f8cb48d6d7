import type { Requirement } from '../requirement.ts'

/** How messages are read, told apart, copied and left alone. */
export const entries: readonly Requirement[] = [
  {
    id: 'entries.structure-first',
    behaviour:
      'Calls, results, instructions, approvals and bare references are known by their structure, not by the host.',
    source: ['design 4.5', 'matrix ADP-01..03, ADP-08..09, ENT-01..02, ENT-05..07, ENT-11..12'],
    citedBy: [
      'context/classify-entry.test.ts > structure makes %s what it is | a call',
      'context/classify-entry.test.ts > structure makes %s what it is | a result',
      'context/classify-entry.test.ts > structure makes %s what it is | a system message',
      'context/classify-entry.test.ts > structure makes %s what it is | a request for approval',
      'context/classify-entry.test.ts > structure makes %s what it is | a text that is exactly a reference',
      'context/classify-entry.test.ts > structure is asked before the host',
      'run/required-content.test.ts > a classifier > is asked only where structure does not tell',
    ],
  },
  {
    id: 'entries.host-assigns-five-kinds',
    behaviour: 'Where structure does not tell, the host may assign one of five kinds.',
    source: ['design 4.5', 'ADR, consequences, neutral 2', 'matrix ADP-04'],
    citedBy: [
      'context/classify-entry.test.ts > a host assigns five kinds, none of them structural',
      'run/required-content.test.ts > a classifier > that makes a message $kind leads to $indexes',
    ],
  },
  {
    id: 'entries.structural-kind-refused',
    behaviour:
      'A host that answers with a structural kind, or none that exists, fails the call without an echo of its answer.',
    source: ['design 4.5', 'matrix ADP-05'],
    citedBy: [
      'run/required-content.test.ts > a classifier > that answers with %s is refused, and its answer is not repeated | a structural kind',
      'run/required-content.test.ts > a classifier > that answers with %s is refused, and its answer is not repeated | a kind that nobody knows',
    ],
  },
  {
    id: 'entries.default-kind',
    behaviour: 'What nobody classifies is an ordinary message.',
    source: ['design 4.5', 'matrix ADP-06'],
    citedBy: ['context/classify-entry.test.ts > what nobody classifies is a conversational message'],
  },
  {
    id: 'entries.unknown-content',
    behaviour:
      'Content that nobody knows is carried as it is and measured at its encoded length, never at zero.',
    source: ['design 4.5', 'matrix ENT-14..18'],
    citedBy: [
      'contracts/dialect-contract.ts > {dialect.name}: the dialect contract > %s is read as opaque content, at its encoded length',
      'context/measure.test.ts > utf8Bytes > measures content that nobody knows at its encoded length',
      'assembly/hostile-messages.test.ts > a list with unusual content > goes out untouched: %s',
    ],
  },
  {
    id: 'entries.unreadable',
    behaviour:
      'What is no list, or holds no message at a place, is refused by its index, and the run goes on.',
    source: ['design 4.8', 'design 9', 'matrix MAR-18, EST-01'],
    citedBy: [
      'assembly/hostile-messages.test.ts > a list that can’t be read > because it is %s is refused | null',
      'assembly/hostile-messages.test.ts > a list that can’t be read > with %s is refused by its index, and the run goes on',
    ],
  },
  {
    id: 'entries.identity-is-position',
    behaviour:
      'Within an assembly messages are told apart by their place, so equal ones and ids that recur are no trouble.',
    source: ['design 4.5', 'matrix MAR-17, SEQ-13'],
    citedBy: [
      'assembly/hostile-messages.test.ts > equal messages are told apart by their place',
      'context/read-messages.test.ts > of equal messages > those are meant that keep the order of what stands behind them',
    ],
  },
  {
    id: 'entries.identity-across-calls',
    behaviour:
      'Across calls the same content is the same entry, arguments and author included, by a hash and its place.',
    source: ['design 4.5', 'matrix ADP-07'],
    citedBy: [
      'context/fingerprint.test.ts > %s are equal',
      'context/fingerprint.test.ts > %s is not equal | another author',
      'memory/histories.test.ts > of equal messages the one in the old place goes',
    ],
  },
  {
    id: 'entries.host-objects-unchanged',
    behaviour:
      'The messages of the host are the same objects, unchanged, before and after, however a call ends.',
    source: ['design 1, promise 7', 'options, remarks 3', 'ADR, decision 3'],
    citedBy: [
      'run/host-list.test.ts > when $name > the list of the host is unchanged, and what is sent of it are its own objects',
      'hosts/ai-sdk/hard-limit.test.ts > a loop that grows beyond the limit in $title > leaves the messages that were passed in as they are',
    ],
  },
  {
    id: 'entries.sent-objects',
    behaviour: 'What is sent is the very object of the host, or a derived form that is counted.',
    source: ['design 1, promise 7', 'matrix ADP-10, RED-01'],
    citedBy: [
      'run/assemble-limits.test.ts > messages that are kept are the very objects of the host',
      'observability/diagnostics.test.ts > repaired entries are counted, and what repair drops counts as dropped',
      'run/assemble-attempts.test.ts > a plan that elides and summarises is carried out',
    ],
  },
  {
    id: 'entries.sealed-results',
    behaviour: 'The list that is handed out, diagnostics and events are frozen.',
    source: ['design 8', 'matrix IMM-02, IMM-08, IMM-10'],
    citedBy: [
      'run/assemble-limits.test.ts > messages that are kept are the very objects of the host',
      'observability/events.test.ts > when $name > the diagnostics are one frozen object, and their categories add up',
      'observability/events.test.ts > events are frozen, and the first tells what the call is held to',
    ],
  },
  {
    id: 'entries.copies',
    behaviour:
      'Copies for a reducer share nothing with the originals: nested values, classes, binary data and addresses survive.',
    source: ['design 4.3', 'matrix IMM-03..04, IMM-06..07, PRE-32..33'],
    citedBy: [
      'contracts/dialect-contract.ts > {dialect.name}: the dialect contract > a copy can be emptied while its original is frozen',
      'contracts/dialect-contract.ts > {dialect.name}: the dialect contract > a copy is read like its original',
      'dialects/copy-message.test.ts > a class instance keeps its class and is out of reach',
    ],
  },
  {
    id: 'entries.hostile-reducer',
    behaviour:
      'A reducer that overwrites all it can reach corrupts neither what is sent nor what the host holds.',
    source: ['ADR, decision drivers 3', 'design 1, promise 3', 'matrix IMM-05, IMM-11, ENT-21..23'],
    citedBy: [
      'run/message-reducer.test.ts > the objects of the host are out of reach, and go out as they are',
      'run/message-reducer.test.ts > what an answer is read with is frozen',
      'run/message-reducer.test.ts > what a reducer does to its request stays out of diagnostics',
    ],
  },
  {
    id: 'entries.not-by-editing',
    behaviour:
      'Messages are never edited in place, and what was sized before is sized anew when its text changed.',
    source: ['design 11'],
    citedBy: [
      'hosts/openai/bound-openai.test.ts > a bounded client of $title > never edits the body or the list that it is given',
      'memory/histories.test.ts > an edit in place is noticed',
      'run/host-edits.test.ts > a message that the host edits in place while the reducer is asked is measured anew',
    ],
  },
]
