import type { Requirement } from '../requirement.ts'

/** Results that are put aside, and bodies that are read back. */
export const artifacts: readonly Requirement[] = [
  {
    id: 'offload.inline-limit',
    behaviour:
      'A result at or below the inline limit stays the very text; a byte more is stored once and replaced.',
    source: ['design 6', 'matrix OFF-01..03, OFF-11'],
    citedBy: [
      'run/offload.test.ts > at the tool > a result within the inline limit stays, and a larger one leaves an envelope',
      'artifacts/artifact-outcomes.test.ts > what becomes of a result > $when: $outcome, $reason, $input in, $output out | a text of 100 bytes, at a limit of 100',
      'artifacts/artifact-outcomes.test.ts > what becomes of a result > $when: $outcome, $reason, $input in, $output out | a text of 101 bytes, at a limit of 100',
      'hosts/ai-sdk/bound-tools.test.ts > the tools of $title > leave an envelope in the history where a result is large, and small ones alone',
    ],
  },
  {
    id: 'offload.at-the-tool',
    behaviour: 'Tools of a host can be bound so that a large result leaves an envelope in the history.',
    source: ['design 6', 'design 10', 'matrix OFF-10, OFF-12'],
    citedBy: [
      'hosts/ai-sdk/bound-tools.test.ts > the tools of $title > leave an envelope in the history where a result is large, and small ones alone',
      'hosts/ai-sdk/bound-tools.test.ts > the tools of $title > keep what a tool of its own makes for the model, and leave images alone',
    ],
  },
  {
    id: 'offload.read-back-stays',
    behaviour: 'What was read back is never offloaded again, whatever its size.',
    source: ['design 6', 'matrix OFF-04, OFF-13, REH-02, REH-11'],
    citedBy: [
      'run/offload.test.ts > at the tool > what was read back, and what is a reference, stays as it is',
      'hosts/ai-sdk/bound-tools.test.ts > the tools of $title > go by where there is nothing to execute, and where they read back',
    ],
  },
  {
    id: 'offload.every-reason',
    behaviour:
      'Each decision is inline, offloaded, existing, failed or to be recovered, with one reason, and each reason is run.',
    source: ['design 6', 'ADR, confirmation 7', 'matrix OFF-08, AOB-01..05'],
    citedBy: [
      'artifacts/artifact-outcomes.test.ts > what becomes of a result > every reason has a row',
      'artifacts/artifact-outcomes.test.ts > what becomes of a result > $when: $outcome, $reason, $input in, $output out | a text that is stored already',
      'artifacts/artifact-outcomes.test.ts > what becomes of a result > $when: $outcome, $reason, $input in, $output out | other bytes where the text should stand',
      'artifacts/artifact-outcomes.test.ts > what becomes of a result > $when: $outcome, $reason, $input in, $output out | a storage that fails to write',
    ],
  },
  {
    id: 'offload.failure-is-bounded',
    behaviour:
      'A failure gives the model a few words without content, path, digest or tool, and never a shortened body.',
    source: ['ADR, decision 5', 'design 6', 'matrix OFF-05..07, WCN-06'],
    citedBy: [
      'artifacts/offload-body.test.ts > no decision without a reference has a digest, nor any of the content in its text',
      'run/offload.test.ts > at the tool > a store that fails leaves a few words without content, digest or tool',
      'artifacts/offload-body.test.ts > a workspace that throws against its contract is a failure without its words',
    ],
  },
  {
    id: 'offload.recovery',
    behaviour:
      'What was written when a call ended or a checkpoint failed is found by the next try, not written twice.',
    source: ['design 6', 'matrix WCN-02..05'],
    citedBy: [
      'artifacts/offload-body.test.ts > a checkpoint > that %s leaves something to recover, and the next try finds the body',
      'contracts/workspace-contract.ts > a workspace on {title} > completes what a crash left between body and record',
      'run/offload.test.ts > at the tool > the same text again gets the same envelope',
    ],
  },
  {
    id: 'offload.aborted-before',
    behaviour: 'An aborted signal throws its reason before the storage is touched.',
    source: ['design 4.8', 'matrix WCN-01, REH-10'],
    citedBy: [
      'artifacts/offload-body.test.ts > an aborted signal throws its reason before anything is decided',
      'contracts/workspace-contract.ts > a workspace on {title} > throws the reason of a signal that is aborted, before it touches the storage',
      'artifacts/read-artifact.test.ts > an abort throws its reason at once',
    ],
  },
  {
    id: 'rehydrate.explicit',
    behaviour:
      'An artifact is read only when it is asked for, by the model or by a policy of the host, and reading writes nothing.',
    source: ['ADR, decision 4', 'ADR, alternatives 5', 'design 6', 'matrix REH-01, REH-03, REH-12'],
    citedBy: [
      'run/rehydrate.test.ts > an artifact is not looked at until it is asked for, and reading it back writes nothing',
      'run/rehydrate.test.ts > a request is decided > resolved, with the bytes of the body, and told once by the same object',
    ],
  },
  {
    id: 'rehydrate.checked-first',
    behaviour: 'Owner, size, budget and room under the limit are checked before a byte of the body is read.',
    source: ['ADR, decision 4', 'design 6', 'matrix REH-04, REH-07'],
    citedBy: [
      'artifacts/read-artifact.test.ts > no byte of the body is read for %s | another owner',
      'artifacts/read-artifact.test.ts > no byte of the body is read for %s | a budget that is too small',
      'artifacts/read-artifact.test.ts > no byte of the body is read for %s | too little room',
      'run/rehydrate.test.ts > a request is decided > overBudget, where it has no room under %s',
    ],
  },
  {
    id: 'rehydrate.every-outcome',
    behaviour:
      'A request ends as resolved, stale, missing, unauthorized or over budget, with one reason; no body but when resolved.',
    source: ['design 6', 'ADR, confirmation 7', 'matrix REH-04..07, AOB-06..10'],
    citedBy: [
      'artifacts/artifact-outcomes.test.ts > what becomes of a request for an artifact > $when: $outcome, $reason, $input in, $output out | other bytes where the body should stand',
      'artifacts/artifact-outcomes.test.ts > what becomes of a request for an artifact > $when: $outcome, $reason, $input in, $output out | a body that was never stored',
      'artifacts/artifact-outcomes.test.ts > what becomes of a request for an artifact > $when: $outcome, $reason, $input in, $output out | a body of another owner',
      'artifacts/artifact-outcomes.test.ts > what becomes of a request for an artifact > $when: $outcome, $reason, $input in, $output out | room for 99 bytes of 100',
      'artifacts/artifact-outcomes.test.ts > what becomes of a request for an artifact > every reason has a row',
      'run/rehydrate.test.ts > a request is decided > stale, where what is stored is no longer it',
    ],
  },
  {
    id: 'rehydrate.budget-in-bytes',
    behaviour:
      'A budget is counted in UTF-8 bytes and may be used to the last one; the size is told when it is not enough.',
    source: ['design 6', 'matrix ART-26, REH-08'],
    citedBy: [
      'artifacts/artifact-outcomes.test.ts > what becomes of a request for an artifact > $when: $outcome, $reason, $input in, $output out | a body of ten bytes in four characters, at a budget of 10',
      'artifacts/artifact-outcomes.test.ts > what becomes of a request for an artifact > $when: $outcome, $reason, $input in, $output out | a body of ten bytes in four characters, at a budget of 9',
      'run/rehydrate.test.ts > a request is decided > overBudget, before the body is read',
    ],
  },
  {
    id: 'rehydrate.ranges',
    behaviour: 'A range ends between characters, and neighbouring ranges join to the body.',
    source: ['design 6'],
    citedBy: [
      'artifacts/read-artifact.test.ts > neighbouring ranges join to the body, whatever they cut into',
      'run/rehydrate.test.ts > a request is decided > a range ends between characters',
    ],
  },
  {
    id: 'rehydrate.stands-in-its-result',
    behaviour:
      'A body takes the place of its reference in the result that asked for it, for one dispatch, marked as untrusted.',
    source: ['ADR, decision 4', 'design 6', 'matrix REH-02, ATR-05'],
    citedBy: [
      'run/body-delivery.test.ts > a body rides > in the result that is its reference, as untrusted content, and in one call',
      'artifacts/wrap-body.test.ts > a body stands between two lines that call it untrusted',
    ],
  },
  {
    id: 'rehydrate.by-policy',
    behaviour:
      'A body that the host asked for by itself stands behind its reference as a user message, and tears no exchange.',
    source: ['design 6', 'matrix ENT-13, REH-03'],
    citedBy: [
      'run/body-delivery.test.ts > a body that the host asked for by itself > stands in a message of its own right behind its reference',
      'run/body-delivery.test.ts > a body that the host asked for by itself > never tears an exchange, and stands where %s takes a message of the user',
    ],
  },
  {
    id: 'rehydrate.never-without-reference',
    behaviour:
      'No body rides where nothing in the list refers to it, so that it can always be fetched again.',
    source: ['ADR, decision drivers 4', 'ADR, consequences, positive 4', 'matrix PRE-40..42, ATR-06, REC-25'],
    citedBy: [
      'run/body-delivery.test.ts > a body that the host asked for by itself > stays out where nothing refers to it',
      'context/evict-bodies.test.ts > an entry that is nothing but a body > stays when its reference is not in the list',
      'context/verify-proposal.test.ts > a proposal is accepted that > leaves out a body, and keeps the reference in its place',
    ],
  },
  {
    id: 'rehydrate.already-delivered',
    behaviour: 'A request for what this run has delivered is answered with a note and no body.',
    source: ['ADR, alternatives 5', 'ADR, decision 4', 'design 6'],
    citedBy: ['run/body-delivery.test.ts > once > asked for again, it is answered without a body'],
  },
  {
    id: 'rehydrate.lost-trust',
    behaviour:
      'A request under a binding that is lost is refused, also when it is lost while the body is read.',
    source: ['design 7', 'matrix REH-09'],
    citedBy: [
      'run/rehydrate.test.ts > a request is refused > when the binding is lost, before anything is looked at',
      'run/rehydrate.test.ts > a request is refused > when the binding is lost while the body is read: then nothing waits to be delivered',
    ],
  },
  {
    id: 'artifacts.attribution',
    behaviour:
      'Bytes in and out of a decision are UTF-8 bytes: a reference 82, an inline text its own, a body or slice its own, else none.',
    source: ['ADR, decision 5', 'ADR, confirmation 7', 'design 6', 'matrix AOB-02, AOB-03, AOB-11, AOB-12'],
    citedBy: [
      'artifacts/artifact-outcomes.test.ts > what becomes of a result > $when: $outcome, $reason, $input in, $output out | forty characters of three bytes, at a limit of 119',
      'artifacts/artifact-outcomes.test.ts > what becomes of a result > $when: $outcome, $reason, $input in, $output out | a reference',
      'artifacts/artifact-outcomes.test.ts > what becomes of a request for an artifact > $when: $outcome, $reason, $input in, $output out',
      'run/offload.test.ts > at the tool > a result within the inline limit stays, and a larger one leaves an envelope',
    ],
  },
]
