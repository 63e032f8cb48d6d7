import type { Requirement } from '../requirement.ts'

/** Numbers: limit, margin, units, estimators. */
export const limits: readonly Requirement[] = [
  {
    id: 'limits.hard-limit-option',
    behaviour: 'The hard limit is a positive whole number without a default.',
    source: ['options, HardLimitBytes', 'design 4.1', 'matrix MAR-01'],
    citedBy: [
      'profile/check-profile.test.ts > a value out of range is named with its option, what it must be, and why > {option} | hardLimitBytes',
      'profile/check-profile.test.ts > the limit > is required, in the unit of the estimator',
    ],
  },
  {
    id: 'limits.margin-option',
    behaviour:
      'The trigger margin is at least zero and below the hard limit, so that a positive threshold is left.',
    source: ['options, TriggerMarginBytes', 'design 4.1', 'matrix MAR-02, MAR-03'],
    citedBy: [
      'profile/check-profile.test.ts > a value out of range is named with its option, what it must be, and why > {option} | triggerMarginBytes',
      'profile/check-profile.test.ts > the limit > is refused with a margin of %i of 1,000',
      'profile/check-profile.test.ts > the limit > and its margin set the threshold',
    ],
  },
  {
    id: 'limits.retention-option',
    behaviour: 'The retention count is a whole number of at least zero.',
    source: ['options, RecentMessageRetentionCount', 'design 4.1', 'matrix MAR-04'],
    citedBy: [
      'profile/check-profile.test.ts > a value out of range is named with its option, what it must be, and why > {option} | recentMessageRetentionCount',
      'context/select-required.test.ts > retention > of 0 keeps nothing',
    ],
  },
  {
    id: 'limits.attempts-option',
    behaviour: 'The number of attempts is a whole number of at least one.',
    source: ['options, MaximumCompactionAttempts', 'design 4.1', 'matrix MAR-05'],
    citedBy: [
      'profile/check-profile.test.ts > a value out of range is named with its option, what it must be, and why > {option} | maximumCompactionAttempts',
    ],
  },
  {
    id: 'limits.reducer-option',
    behaviour: 'A reducer is required, and must be a function.',
    source: ['options, UpstreamReducer', 'design 4.1'],
    citedBy: [
      'profile/check-profile.test.ts > a value out of range is named with its option, what it must be, and why > {option} | upstreamReducer',
    ],
  },
  {
    id: 'limits.trigger',
    behaviour: 'Compaction begins when the size exceeds the threshold, not when it equals it.',
    source: [
      'options, TriggerMarginBytes',
      'ADR, decision 3',
      'design 4.1',
      'matrix MAR-11..13, REC-08, REC-20',
    ],
    citedBy: [
      'run/assemble-limits.test.ts > without a margin > a list of $size bytes under a limit of 1,000 is $outcome',
      'run/assemble-limits.test.ts > with a margin of 100 bytes > a list of $size bytes is $outcome',
    ],
  },
  {
    id: 'limits.fits',
    behaviour: 'A list of exactly the hard limit is sent, one of a byte more never is.',
    source: [
      'options, HardLimitBytes',
      'ADR, decision 3',
      'ADR, consequences, positive 1',
      'design 1, promise 1',
      'design 4.1',
      'matrix IRR-03',
    ],
    citedBy: [
      'run/assemble-limits.test.ts > the hard limit > required content of $size bytes is sent: $sent',
      'corpus/corpus.test.ts > with %s, what is sent is within the limit, whole, and the host’s own > for a conversation with %s',
      'machines/assembly/assembly-machine.test.ts > what is dispatched fits the hard limit',
    ],
  },
  {
    id: 'limits.refuses-rather-than-exceeds',
    behaviour: 'What cannot be brought under the limit is refused, and nothing leaves.',
    source: [
      'options, HardLimitBytes',
      'options, UpstreamReducer',
      'ADR, decision drivers 6',
      'ADR, alternatives 1',
      'design 1, promise 1',
      'matrix REC-04, SEAM-04, IRR-04',
    ],
    citedBy: [
      "contracts/host-contract.ts > {adapter.title}: the host contract > refusal > of a request that can't be made to fit, first thing ({mode})",
      'hosts/ai-sdk/refusals.test.ts > a refusal in $title > rejects generateText with our own error and sends nothing',
      "cases/fault-cases.test.ts > {fault.id} {fault.title ?? ''} > keeps the promises with the preset",
    ],
  },
  {
    id: 'limits.utf8-bytes',
    behaviour:
      'By default sizes are UTF-8 bytes of rendered content: text, reasoning, calls, results, files in base64; no framing.',
    source: [
      'options, remarks 2',
      'ADR, consequences, negative 1',
      'design 4.1',
      'matrix EST-02..05, EST-07, EST-08',
    ],
    citedBy: [
      'context/measure.test.ts > utf8Bytes > measures %j',
      'context/measure.test.ts > utf8Bytes > counts every piece of text, whatever its type',
      'context/measure.test.ts > utf8Bytes > counts a file at its base64 length',
      'context/measure.test.ts > utf8Bytes > counts no role and no framing',
      'run/assemble-limits.test.ts > the hard limit > a multibyte text counts in bytes',
    ],
  },
  {
    id: 'limits.arguments-as-sent',
    behaviour: 'Arguments of a call are measured as the JSON that is sent, whatever they hold.',
    source: ['design 4.1', 'matrix EST-06, EST-09..12'],
    citedBy: [
      'run/assemble-limits.test.ts > the hard limit > the arguments of a call count',
      'dialects/openai-chat/read-entry.test.ts > calls > arguments are measured as sent',
      'dialects/openai-chat/read-entry.test.ts > calls > arguments as an object are measured as their JSON',
      'context/encode-value.test.ts > %s is encoded as a client would send it',
    ],
  },
  {
    id: 'limits.deterministic-and-local',
    behaviour: 'Measuring needs no tokenizer or service, is repeatable, and reads every text once.',
    source: ['options, remarks 2', 'ADR, decision drivers 1', 'design 4.1'],
    citedBy: [
      'contracts/dialect-contract.ts > {dialect.name}: the dialect contract > every text is measured once',
      'contracts/dialect-contract.ts > {dialect.name}: the dialect contract > reading changes nothing and is repeatable',
    ],
  },
  {
    id: 'limits.sum-and-overhead',
    behaviour: 'A list measures the sum of its entries and of what the request carries beside them.',
    source: ['design 4.1', 'matrix MAR-14'],
    citedBy: [
      'context/measure.test.ts > a list measures what its entries do',
      'context/measure.test.ts > contributions > add up to the size of the list with its overhead',
      'run/assemble-limits.test.ts > what a request carries beside its messages > the overhead of the profile and of the call count',
      'run/assemble-limits.test.ts > what a request carries beside its messages > one byte more of it asks the reducer, and the target is net of it',
    ],
  },
  {
    id: 'limits.overhead-checked',
    behaviour: 'An overhead that is no size, or leaves no room, is refused.',
    source: ['design 4.1'],
    citedBy: [
      'run/assemble-limits.test.ts > what a request carries beside its messages > $name is refused, and the run goes on',
      'profile/check-profile.test.ts > an overhead of %i leaves no room below a threshold of 900',
    ],
  },
  {
    id: 'limits.unit-in-the-name',
    behaviour:
      'The unit stands in the name of the limit, and a limit in a unit that is not measured is refused.',
    source: ['ADR, decision 3', 'design 4.1'],
    citedBy: [
      'profile/check-profile.test.ts > the limit > in $wrong is refused where $right are measured',
      'tokens/tokenizer-estimator.test.ts > is what hardLimitTokens goes with',
    ],
  },
  {
    id: 'limits.honest-unit',
    behaviour:
      'Sizes are labelled with the unit that the estimator declares, never taken for tokens unless it says so.',
    source: [
      'ADR, decision 3',
      'ADR, consequences, negative 1',
      'ADR, confirmation 4',
      'design 4.1',
      'matrix OBS-06',
    ],
    citedBy: [
      'observability/events.test.ts > sizes in %s are labelled by the estimator',
      'run/assemble-limits.test.ts > sizes are in the unit of the estimator',
      'context/measure.test.ts > utf8Bytes > names its unit and cannot be changed',
    ],
  },
  {
    id: 'limits.estimator-answers-sizes',
    behaviour: 'An estimator that answers with no whole, safe size at least zero fails the call.',
    source: ['design 4.1', 'matrix MAR-19, DIA-06'],
    citedBy: [
      'assembly/estimator.test.ts > an estimator that answers with no size > but %s fails the call, by the index of the message',
    ],
  },
  {
    id: 'limits.estimator-sums-safely',
    behaviour: 'Sizes that add up to more than can be told exactly fail the call.',
    source: ['design 4.1', 'matrix MAR-20, DIA-09'],
    citedBy: ['assembly/estimator.test.ts > sizes that add up to an unsafe number fail the call'],
  },
  {
    id: 'limits.estimator-is-steady',
    behaviour: 'An estimator that gives one entry different sizes within an assembly fails the call.',
    source: ['design 4.1'],
    citedBy: ['assembly/estimator.test.ts > an estimator that changes its mind fails the call'],
  },
  {
    id: 'limits.original-size',
    behaviour: 'The original size is that of the first snapshot, and stays through restarts.',
    source: ['ADR, decision 5', 'design 4.1'],
    citedBy: [
      'run/assemble-restarts.test.ts > a history that changes while the reducer is asked > starts the assembly anew, and the restart costs no attempt of its own',
      'machines/assembly/restarts.test.ts > a changed history > forgets what was done to the old snapshot, and keeps the first size',
    ],
  },
]
