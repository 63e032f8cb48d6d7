import type { Requirement } from '../requirement.ts'

/** What must be kept, and the fallback that keeps it. */
export const requiredContent: readonly Requirement[] = [
  {
    id: 'required.instructions',
    behaviour: 'Instructions of the system and of the developer are kept whatever their age.',
    source: ['ADR, alternatives 3', 'design 4.4', 'matrix PRE-01'],
    citedBy: [
      'context/select-required.test.ts > whatever its age > instructions are required, of the system and of the developer',
    ],
  },
  {
    id: 'required.state-of-the-host',
    behaviour:
      'What the host calls authoritative or security state is kept; optional context and summaries are not.',
    source: ['ADR, alternatives 3', 'design 4.4', 'matrix PRE-01, PRE-11, PRE-12'],
    citedBy: [
      'context/select-required.test.ts > whatever its age > what the host calls %s is required or not | authoritativeSessionState',
      'context/select-required.test.ts > whatever its age > what the host calls %s is required or not | approvalSecurityState',
      'context/select-required.test.ts > whatever its age > what the host calls %s is required or not | optionalContext',
      'run/required-content.test.ts > a classifier > that makes a message $kind leads to $indexes',
    ],
  },
  {
    id: 'required.pending-approvals',
    behaviour: 'An approval that waits is kept with its call and all of the exchange.',
    source: ['ADR, alternatives 3', 'design 4.4'],
    citedBy: [
      'context/select-required.test.ts > whatever its age > an approval that waits is required with its call and all that belongs to the exchange',
      'context/select-required.test.ts > whatever its age > an approval that was answered is not',
    ],
  },
  {
    id: 'required.pins',
    behaviour: 'What the host pins is kept, with its whole exchange.',
    source: ['design 4.4'],
    citedBy: [
      'run/required-content.test.ts > a pin > keeps a message whatever its age',
      'run/required-content.test.ts > a pin > keeps the whole exchange of its message',
    ],
  },
  {
    id: 'required.newest-compaction',
    behaviour: 'Of compaction items of the provider only the newest is kept.',
    source: ['design 4.4'],
    citedBy: [
      'context/select-required.test.ts > whatever its age > only the newest compaction item is required',
    ],
  },
  {
    id: 'required.task',
    behaviour: 'The newest message of the user with text is kept: no result, notice, summary or body.',
    source: ['design 4.4'],
    citedBy: [
      'context/select-required.test.ts > the task > is the newest user message with text',
      'context/select-required.test.ts > the task > is not a user message %s',
      'context/select-required.test.ts > the task > is not what the host calls %s',
    ],
  },
  {
    id: 'required.first-user-message',
    behaviour: 'By option the first message of the user is kept as well.',
    source: ['design 4.4'],
    citedBy: ['run/required-content.test.ts > the first user message is kept on demand'],
  },
  {
    id: 'required.retention',
    behaviour: 'The newest units are kept, as many as the option says, and at least as many messages.',
    source: ['options, RecentMessageRetentionCount', 'design 4.4', 'matrix PRE-01, PRE-03'],
    citedBy: [
      'context/select-required.test.ts > retention > counts units: an exchange is one, whatever it holds',
      'context/select-required.test.ts > retention > keeps at least as many of the newest messages, also when they come late for an old exchange',
      'run/required-content.test.ts > the newest $recentMessageRetentionCount units are kept, and the newest user message',
    ],
  },
  {
    id: 'required.old-exchanges-are-ordinary',
    behaviour: 'An old exchange is ordinary content: references in it may go to the ledger.',
    source: ['design 4.4', 'matrix ATR-08'],
    citedBy: [
      'context/select-required.test.ts > whatever its age > references are not: they may stand in the ledger',
      'run/required-content.test.ts > a reference that is left out stands in the ledger',
    ],
  },
  {
    id: 'required.exchanges-whole',
    behaviour:
      'An exchange of one response, reasoning, parallel calls and results included, stays or goes as a whole.',
    source: ['ADR, alternatives 3', 'design 1, promise 2', 'design 4.3', 'matrix PRE-03'],
    citedBy: [
      'context/group-units.test.ts > parallel calls and all their results are one unit',
      'context/group-units.test.ts > reasoning in a message of its own belongs to the message that it leads to',
      'context/fall-back.test.ts > the stretch of the newest > takes exchanges whole or not at all',
      'hosts/anthropic/content.test.ts > a message > with parallel calls stays with all of its results',
    ],
  },
  {
    id: 'fallback.optional-context',
    behaviour: 'Beside what is required, optional context is kept newest first, each if it fits.',
    source: ['ADR, decision 3', 'design 4.4', 'matrix REC-11, REC-12'],
    citedBy: [
      'context/fall-back.test.ts > optional context > is kept before any message, the newest first, each if it fits',
      'run/required-content.test.ts > a classifier > keeps optional context only where it fits',
    ],
  },
  {
    id: 'fallback.unbroken-stretch',
    behaviour: 'Then the window grows backwards and stops at the first unit that does not fit.',
    source: ['design 4.4'],
    citedBy: [
      'context/fall-back.test.ts > the stretch of the newest > within %i reaches back as far as it fits',
      'context/fall-back.test.ts > the stretch of the newest > stops at the first unit that does not fit, though older ones would',
    ],
  },
  {
    id: 'fallback.keeps-order',
    behaviour: 'What the fallback keeps stands in its original order, and verifies.',
    source: ['design 4.4', 'matrix REC-14, REC-15'],
    citedBy: [
      'context/fall-back.test.ts > optional context > is kept before any message, the newest first, each if it fits',
      'properties/fallback.test.ts > the fallback of a valid list is valid, and within the limit unless it is the required part alone',
    ],
  },
  {
    id: 'fallback.opening-turn',
    behaviour:
      'Where the provider wants the user to open, the message that opens the kept turn comes along, counted.',
    source: ['design 4.4'],
    citedBy: [
      'context/fall-back.test.ts > where the provider wants the user to open > the message that opens the turn comes along',
      'context/fall-back.test.ts > where the provider wants the user to open > its size is counted',
    ],
  },
  {
    id: 'fallback.relief',
    behaviour:
      'By option required content gives way before a refusal: results first, then the window down to its floor.',
    source: ['design 4.4'],
    citedBy: [
      'run/relief.test.ts > required content that is too large alone > gives up the oldest results of its window first, and no more than it must',
      'run/relief.test.ts > required content that is too large alone > does not shrink its window below the floor',
      'run/relief.test.ts > required content that is too large alone > takes one step after the other, and each is recorded',
      'run/relief.test.ts > required content that is too large alone > is refused when no step is enough',
    ],
  },
  {
    id: 'fallback.no-relief-by-default',
    behaviour: 'Without the option required content is never shortened.',
    source: ['ADR, decision 3', 'design, defaults', 'design 4.4'],
    citedBy: ['run/relief.test.ts > required content that is too large alone > is refused without relief'],
  },
  {
    id: 'fallback.omission-notice',
    behaviour:
      'By option a constant text of the user stands where content was left out, its room reserved beforehand.',
    source: ['design 4.4'],
    citedBy: [
      'run/relief.test.ts > the omission notice > stands where the fallback left content out, and counts',
      'context/fall-back.test.ts > an omission notice > takes its room before anything optional does',
    ],
  },
]
