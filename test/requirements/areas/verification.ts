import type { Requirement } from '../requirement.ts'

/** What makes a list fit to be sent. */
export const verification: readonly Requirement[] = [
  {
    id: 'verification.proposals-only',
    behaviour: 'What a reducer answers is a proposal: it counts only once the verifier has accepted it.',
    source: [
      'ADR, decision drivers 3',
      'ADR, decision 3',
      'ADR, alternatives 3',
      'ADR, consequences, positive 3',
      'options, UpstreamReducer',
      'design 1, promise 3',
    ],
    citedBy: [
      'properties/verification.test.ts > a list that is accepted has no fault in the eyes of the checker',
      'properties/verification.test.ts > a list of copies and rebuilt messages that is accepted has no fault, and holds the messages of the host',
      'run/message-reducer.test.ts > an answer that is rejected > %s | an edited message',
      'run/message-reducer.test.ts > an answer that is rejected > %s | a call without its result',
    ],
  },
  {
    id: 'verification.accepts-what-is-sound',
    behaviour:
      'A list without a fault is accepted: unchanged, without old messages, without whole exchanges, with summaries.',
    source: ['design 4.3', 'matrix PRE-02, SEQ-01..03, SEQ-07, PRE-31, PRE-41, REC-14'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is accepted that > is the list itself, where no progress is due',
      'context/verify-proposal.test.ts > a proposal is accepted that > leaves out an old message',
      'context/verify-proposal.test.ts > a proposal is accepted that > leaves out an exchange as a whole',
      'context/verify-proposal.test.ts > a proposal is accepted that > leaves out everything that is not required',
      'properties/verification.test.ts > a list without mutated forms is accepted just when the checker finds no fault',
    ],
  },
  {
    id: 'verification.required-is-there',
    behaviour: 'A required entry that is left out is a reason, also when a summary stands in for it.',
    source: ['ADR, decision 3', 'ADR, alternatives 3', 'design 4.3', 'matrix PRE-04, PRE-11, PRE-12, REC-03'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > missingRequiredEntry, when a required message is left out',
      'context/verify-proposal.test.ts > a proposal is refused as > missingRequiredEntry, when a summary stands where a required message was',
      'context/verify-proposal.test.ts > a proposal is refused as > missingRequiredEntry, when a required result goes with the body that rides in it',
    ],
  },
  {
    id: 'verification.required-in-order',
    behaviour: 'Required entries stand in their order.',
    source: ['design 4.3', 'design 1, promise 2'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > requiredEntryOutOfOrder, when a required message is moved',
    ],
  },
  {
    id: 'verification.required-unchanged',
    behaviour: 'A required entry with other content is a mismatch, also when only a result of it is elided.',
    source: ['design 4.3', 'matrix PRE-13'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > requiredEntryContentMismatch, when a required message is changed',
      'context/verify-proposal.test.ts > a proposal is refused as > requiredEntryContentMismatch, when the result of a required exchange is elided',
    ],
  },
  {
    id: 'verification.kept-unchanged',
    behaviour: 'A kept entry whose text, role, author, arguments or result changed is a mutation.',
    source: ['design 4.3', 'matrix PRE-24, PRE-27..30'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > retainedEntryMutated, when the %s of a kept message is changed | text',
      'context/verify-proposal.test.ts > a proposal is refused as > retainedEntryMutated, when the %s of a kept message is changed | role',
      'context/verify-proposal.test.ts > a proposal is refused as > retainedEntryMutated, when the %s of a kept message is changed | author',
      'context/verify-proposal.test.ts > a proposal is refused as > retainedEntryMutated, when the %s of a kept message is changed | arguments',
      'context/verify-proposal.test.ts > a proposal is refused as > retainedEntryMutated, when the %s of a kept message is changed | result',
    ],
  },
  {
    id: 'verification.kinds-are-ours',
    behaviour:
      'A reducer cannot give an entry another kind: kinds are read from its content, and what is not from the list is forged.',
    source: ['design 4.3', 'matrix PRE-25, PRE-26, ENT-03, ENT-04'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > forgedStructuralEntry, when something of the form %s is not from the list',
      'context/check-additions.test.ts > %s is plain text of the user or not',
    ],
  },
  {
    id: 'verification.kept-in-order',
    behaviour: 'Kept entries stand in their original relative order.',
    source: ['design 4.3'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > retainedEntryReordered, when kept messages change places',
    ],
  },
  {
    id: 'verification.new-is-a-summary',
    behaviour: 'New content is plain text of the user; anything else that is new is forged.',
    source: ['design 4.3', 'matrix SEQ-11, SEQ-12, RED-03, RED-04'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > forgedStructuralEntry, when %s is new | text of the assistant',
      'context/verify-proposal.test.ts > a proposal is refused as > forgedStructuralEntry, when %s is new | text of the system',
      'context/verify-proposal.test.ts > a proposal is refused as > forgedStructuralEntry, when a summary says nothing',
      'run/message-reducer.test.ts > a text of the user role in a gap is a summary, and goes out as an object of ours',
    ],
  },
  {
    id: 'verification.summary-in-a-gap',
    behaviour:
      'A summary stands where something was left out, and where the provider takes a message of the user.',
    source: ['design 4.3'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > misplacedSummary, when a summary stands where nothing was left out',
      'context/verify-proposal.test.ts > a proposal is refused as > misplacedSummary, when a summary stands behind a result that wants an answer first',
    ],
  },
  {
    id: 'verification.calls-have-results',
    behaviour: 'A call without its result is refused, whatever the provider takes.',
    source: [
      'ADR, decision 3',
      'ADR, alternatives 3',
      'design 1, promise 2',
      'design 4.3',
      'matrix SEQ-04, SEQ-06',
    ],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > orphanedToolCall, when a result is left out',
      'context/verify-proposal.test.ts > a proposal is refused as > orphanedToolCall, also where the provider takes open calls',
    ],
  },
  {
    id: 'verification.results-have-calls',
    behaviour: 'A result without its call is refused, whatever the provider takes.',
    source: ['ADR, alternatives 3', 'design 1, promise 2', 'design 4.3', 'matrix SEQ-05, SEQ-06'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > orphanedToolResult, when a call is left out',
      'context/verify-proposal.test.ts > a proposal is refused as > orphanedToolResult, also where the provider takes results without a call',
    ],
  },
  {
    id: 'verification.results-behind-calls',
    behaviour: 'A result before its call, or torn from it, is a reordered exchange.',
    source: ['design 4.3', 'matrix SEQ-08'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > reorderedExchange, when a result stands before its call',
      'context/verify-proposal.test.ts > a proposal is refused as > reorderedExchange, when something is put between call and result',
    ],
  },
  {
    id: 'verification.no-duplicates',
    behaviour: 'A repeated call or result is refused.',
    source: ['design 4.3', 'matrix SEQ-09, SEQ-10'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > duplicateToolCall, when a call is repeated',
      'context/verify-proposal.test.ts > a proposal is refused as > duplicateToolResult, when a result is repeated',
    ],
  },
  {
    id: 'verification.no-cross-exchange-result',
    behaviour: 'A result message that spans two exchanges is refused.',
    source: ['design 4.3', 'matrix PRE-37'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > crossExchangeResult, when one forged message answers two exchanges',
    ],
  },
  {
    id: 'verification.positional-pairing',
    behaviour: 'A result belongs to the nearest open call of its id: ids may recur from turn to turn.',
    source: ['design 4.3', 'design 4.6'],
    citedBy: [
      'context/pair-tool-links.test.ts > an id that recurs from turn to turn pairs with the nearest call',
      'context/pair-tool-links.test.ts > parallel results may come in another order',
      'context/group-units.test.ts > two exchanges in a row are two units, also when they use the same id',
    ],
  },
  {
    id: 'verification.provider-rules',
    behaviour: 'Every demand of the provider that a proposal newly breaks is named.',
    source: ['design 4.3', 'design 11'],
    citedBy: [
      'context/verify-proposal.test.ts > a demand that a list newly breaks is named > %s',
      'context/check-sequence.test.ts > %s > %s',
    ],
  },
  {
    id: 'verification.references-survive',
    behaviour: 'Every reference of the original is still in its exchange or in the ledger.',
    source: ['ADR, decision 4', 'design 1, promise 4', 'design 4.3'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > lostReference, when a reference is neither in its exchange nor in the ledger',
      'context/verify-proposal.test.ts > a proposal is accepted that > names the references of what it leaves out in a ledger',
      'context/reference-ledger.test.ts > what no kept entry refers to is lost, in the order of the list',
    ],
  },
  {
    id: 'verification.strictly-smaller',
    behaviour: 'A proposal measures strictly less than what it is made from.',
    source: ['ADR, decision 3', 'ADR, consequences, negative 2', 'design 4.3', 'matrix REC-01, REC-02'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > notSmaller, when it measures as much as before',
      'run/message-reducer.test.ts > an answer that is rejected > %s | the same list',
      'run/message-reducer.test.ts > an answer that is rejected > %s | a longer list',
    ],
  },
  {
    id: 'verification.not-empty',
    behaviour: 'A proposal that leaves nothing, or nothing but what we add, is refused.',
    source: ['design 4.3'],
    citedBy: [
      'context/verify-proposal.test.ts > a proposal is refused as > emptyProposal, when nothing is left',
      'context/verify-proposal.test.ts > a proposal is refused as > emptyProposal, when nothing is left but what we add',
    ],
  },
  {
    id: 'verification.reasons-once',
    behaviour: 'All reasons of a rejection are told, each once.',
    source: ['design 4.3', 'design 8'],
    citedBy: ['context/verify-proposal.test.ts > each reason is named once, and all of them are'],
  },
  {
    id: 'verification.effective-original',
    behaviour: 'A proposal is measured against the list after what we mended and elided ourselves.',
    source: ['design 4.3'],
    citedBy: [
      'run/relief.test.ts > results of older exchanges > hand what is left to the reducer when that is not enough',
      'properties/repair.test.ts > the strictest provider takes a repaired list, which is the start of every later one',
    ],
  },
]
