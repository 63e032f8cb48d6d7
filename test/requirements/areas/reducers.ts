import type { Requirement } from '../requirement.ts'

/** What a reducer is asked, may answer, and what becomes of its failures. */
export const reducers: readonly Requirement[] = [
  {
    id: 'reducers.plans',
    behaviour:
      'A plan names units to drop, results to elide, and summaries over ranges, and is carried out as written.',
    source: ['design 4.3', 'design 10'],
    citedBy: [
      'run/assemble-attempts.test.ts > a plan that elides and summarises is carried out',
      'context/apply-plan.test.ts > a unit goes with all its entries, however far apart',
      'context/apply-plan.test.ts > a plan is refused, not mended, when it > %s',
      'properties/verification.test.ts > a plan that is accepted has no fault',
    ],
  },
  {
    id: 'reducers.messages-as-well',
    behaviour:
      'A reducer from messages to messages is accepted as well; its copies and equal messages stand for the originals.',
    source: ['options, UpstreamReducer', 'design 4.3', 'matrix RED-01, RED-02'],
    citedBy: [
      'run/message-reducer.test.ts > copies that come back stand for the messages of the host',
      'run/message-reducer.test.ts > equal messages of the reducer’s own stand for the messages of the host',
      'context/read-messages.test.ts > what is left out is left out',
    ],
  },
  {
    id: 'reducers.copies-on-demand',
    behaviour: 'Messages are copied only when the reducer reads them.',
    source: ['design 10'],
    citedBy: ['run/message-reducer.test.ts > copies are made only when the reducer reads them'],
  },
  {
    id: 'reducers.request',
    behaviour:
      'A reducer is shown units with kind, role, size and text, a target net of overhead, its attempt, and a signal.',
    source: ['design 10'],
    citedBy: [
      'run/assemble-attempts.test.ts > what a reducer is shown > units hold kind, role, size and whether they are required',
      'run/assemble-attempts.test.ts > what a reducer is shown > the target is a share of the threshold, less the overhead',
    ],
  },
  {
    id: 'reducers.unreadable-answers',
    behaviour: 'A list that cannot be read as a plan is a rejection with a reason; it never aborts the call.',
    source: ['design 1, promise 3', 'design 4.3', 'matrix RED-04'],
    citedBy: [
      'run/message-reducer.test.ts > an answer that is rejected > %s | a list that throws when it is read',
      'run/message-reducer.test.ts > an answer that is rejected > %s | foreign objects',
      'run/message-reducer.test.ts > an answer that is rejected > %s | a list of holes',
    ],
  },
  {
    id: 'reducers.contract',
    behaviour: 'An answer that is neither a plan nor a list breaks the contract, and is told as such.',
    source: ['design 4.3', 'matrix RED-05'],
    citedBy: [
      'run/reducer-failure.test.ts > an answer that is neither plan nor list > %s fails the call | null',
      'run/reducer-failure.test.ts > an answer that is neither plan nor list > %s fails the call | a plan with an unknown field',
    ],
  },
  {
    id: 'reducers.throwing',
    behaviour:
      'What a reducer throws, a cancellation included, fails the call by identity, and the run goes on.',
    source: ['ADR, decision 5', 'design 4.8', 'matrix REC-16, RED-06, CAN-03'],
    citedBy: [
      'run/reducer-failure.test.ts > a reducer that throws > %s fails the call with its own error',
      'embedding/create-workbench.test.ts > a workbench in an actor system of the host > fails with the error of a reducer, by identity',
    ],
  },
  {
    id: 'reducers.tolerated-failure',
    behaviour: 'By option a reducer that throws, runs late or breaks its contract is a rejected attempt.',
    source: ['design 4.8'],
    citedBy: [
      'run/reducer-failure.test.ts > a reducer that throws > is a failed attempt where such failures are tolerated, and the next one is told',
      'run/reducer-failure.test.ts > a reducer that never answers > is a failed attempt where such failures are tolerated',
      'machines/assembly/successes.test.ts > preservationFallback > a tolerated %s is a rejected attempt',
    ],
  },
  {
    id: 'reducers.cancellation-not-tolerated',
    behaviour: 'A cancelled call is never taken for a failure of the reducer that is tolerated.',
    source: ['design 4.8'],
    citedBy: [
      'run/reducer-failure.test.ts > a reducer that throws > because the call is aborted is no failure that is tolerated',
    ],
  },
  {
    id: 'reducers.back-off',
    behaviour:
      'A reducer that keeps failing rests for more and more calls, unless the list does not fit without it.',
    source: ['design 4.8'],
    citedBy: [
      'run/rollout.test.ts > a reducer that fails between threshold and limit > rests for twice as many calls after each failure',
      'run/rollout.test.ts > a reducer that fails between threshold and limit > is asked all the same when the list does not fit without it',
    ],
  },
  {
    id: 'reducers.timeout',
    behaviour: 'A reducer has a finite time, 60 seconds by default; then it is told to stop.',
    source: ['ADR, consequences, negative 2', 'design 4.8'],
    citedBy: [
      'run/reducer-failure.test.ts > a reducer that never answers > is out of time, and its signal says so',
      'run/reducer-failure.test.ts > a reducer that never answers > has 60 seconds by default',
    ],
  },
  {
    id: 'reducers.ready-made',
    behaviour:
      'Ready-made reducers answer with plans that reach the target, keep what is required, and can be chained.',
    source: ['design 4.3', 'design 3'],
    citedBy: [
      'reducers/drop-oldest.test.ts > dropOldest > leaves out the oldest units until the target is reached, and no more',
      'reducers/sliding-window.test.ts > slidingWindow > keeps what is required beside them',
      'reducers/drop-tool-exchanges.test.ts > dropToolExchanges > passes over what is required',
      'reducers/chain.test.ts > chain > asks the next one only for what is left to do',
    ],
  },
  {
    id: 'reducers.summaries-by-a-model',
    behaviour: 'A summary by a model is asked for within the limit, and its failure never becomes content.',
    source: ['design 1, promise 3', 'design 4.3'],
    citedBy: [
      'reducers/summarize.test.ts > summarize > asks in pieces within the limit, and hands the summary on from piece to piece',
      'reducers/summarize.test.ts > summarize > %s is a failure and never content',
    ],
  },
  {
    id: 'reducers.accepted-summary-judged-anew',
    behaviour: 'What a later attempt makes of an accepted summary is judged like anything new.',
    source: ['design 4.3'],
    citedBy: [
      'run/message-reducer.test.ts > an accepted summary that a later attempt edits is judged as new',
    ],
  },
  {
    id: 'reducers.ambiguous-matches',
    behaviour:
      'Of equal messages a copy is itself; others are matched from the end backwards, and one too many is a repetition.',
    source: ['design 4.3'],
    citedBy: [
      'context/read-messages.test.ts > of equal messages > a copy is itself, whatever its equals',
      'context/read-messages.test.ts > of equal messages > the last ones are meant',
      'context/read-messages.test.ts > of equal messages > one too many is read as repeated',
    ],
  },
  {
    id: 'reducers.read-once',
    behaviour: 'An answer is read once: what it would say the second time does not count.',
    source: ['design 1, promise 3'],
    citedBy: [
      'run/message-reducer.test.ts > a plan that answers differently each time it is read is read once',
    ],
  },
]
