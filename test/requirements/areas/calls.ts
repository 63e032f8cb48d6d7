import type { Requirement } from '../requirement.ts'

/** The seam at each provider call, cancellation, and trust. */
export const calls: readonly Requirement[] = [
  {
    id: 'calls.every-provider-call',
    behaviour:
      'Every provider call is bounded with the exact list that it sends: each tool round, the answer, each extra call.',
    source: [
      'options, remarks 1',
      'ADR, decision 2',
      'ADR, alternatives 4',
      'ADR, consequences, positive 1',
      'matrix SEAM-01, SEAM-02, HYB-01, HYB-02, PCC-01',
    ],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > everyRound > of a loop of five tool calls and an answer ({mode})',
      'hosts/ai-sdk/tool-rounds.test.ts > a bounded model in $title > is entered on each of five tool rounds and on the answer by generateText',
      'hosts/langchain/bound-chat-model.test.ts > a bounded chat model > bounds whatever call is made of it',
    ],
  },
  {
    id: 'calls.intermediate-rounds-fit',
    behaviour:
      'A tool loop whose results outgrow the limit stays within it in every round, not only at the turn.',
    source: ['ADR, alternatives 4', 'ADR, consequences, positive 1', 'design 1, promise 1'],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > hardLimit > in a loop that exceeds it from its third result on without a bound ({mode})',
      'hosts/ai-sdk/hard-limit.test.ts > a loop that grows beyond the limit in $title > sends nothing above the limit when it generates',
    ],
  },
  {
    id: 'calls.innermost',
    behaviour:
      'The bound stands innermost: what decorates the model from outside sees the list of the caller.',
    source: ['ADR, decision 2', 'options, remarks 1', 'matrix SEAM-06'],
    citedBy: [
      'hosts/ai-sdk/bound-model.test.ts > a model of $title > that is bound works beneath middlewares, which see what the caller sent',
      'hosts/anthropic/bound-messages.test.ts > middlewares before the bound see the whole list, those behind it what is sent',
    ],
  },
  {
    id: 'calls.history-untouched',
    behaviour:
      'One dispatch is bounded, never what the host stores: the history is the same with and without a bound.',
    source: ['options, remarks 3', 'design 1, promise 7', 'matrix ITX-03, SES-01'],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > history > the same with and without a bound ({mode})',
      'hosts/openai-agents/bound-model-provider.test.ts > a session stores what it stores without a bound, and its items are never edited',
    ],
  },
  {
    id: 'calls.aborted-before',
    behaviour: 'A call that is cancelled before it begins looks at nothing and sends nothing.',
    source: ['ADR, decision 5', 'design 4.8', 'matrix REC-17, CAN-01, CAN-02, CAN-07, MAR-15, MAR-16'],
    citedBy: [
      'run/abort.test.ts > with %s admission > a signal that is aborted before the call looks at nothing',
      'hosts/ai-sdk/settling.test.ts > a call in $title > is not begun when the signal is aborted before',
    ],
  },
  {
    id: 'calls.aborted-while-reducing',
    behaviour:
      'A cancellation while the reducer is asked settles the call at once, whatever the reducer does, and sends nothing.',
    source: ['ADR, decision 5', 'design 4.8', 'matrix REC-18, CAN-03, CAN-04'],
    citedBy: [
      'run/abort.test.ts > with %s admission > an abort while the reducer is asked settles the call at once, and tells the reducer',
      'run/abort.test.ts > with %s admission > a reducer that aborts the call and answers does not send it',
      'run/abort.test.ts > with %s admission > a reducer that aborts the call and never answers does not hold it',
    ],
  },
  {
    id: 'calls.aborted-while-rechecking',
    behaviour:
      'A cancellation during any look at the history ends the call before anything is verified or sent.',
    source: ['ADR, decision 5', 'design 4.8', 'matrix REC-19, CAN-08, SEQ-14'],
    citedBy: [
      'run/abort.test.ts > with %s admission > an abort while the history is looked at once more settles the call at once',
      'run/abort.test.ts > with %s admission > an abort while a source is captured settles the call at once',
      'machines/assembly/assembly-machine.test.ts > an abort ends an assembly from every state',
    ],
  },
  {
    id: 'calls.signal-checked-before-reducing',
    behaviour: 'Before each asking of the reducer the signal of the call is checked.',
    source: ['design 5'],
    citedBy: [
      'run/host-edits.test.ts > a call that its own classifier aborts asks no reducer',
      'embedding/create-workbench.test.ts > a workbench in an actor system of the host > asks no reducer once its call is aborted',
    ],
  },
  {
    id: 'calls.late-answers-ignored',
    behaviour: 'What a reducer or a store answers after the call has ended is ignored.',
    source: ['design 4.8'],
    citedBy: [
      'run/abort.test.ts > with %s admission > a reducer that fails after the abort is not heard',
      'machines/assembly/late-answers.test.ts > what a step has to %s after an abort is ignored',
      'run/offload.test.ts > at the dispatch > an abort while the store works ends the call at once',
    ],
  },
  {
    id: 'calls.failures-by-identity',
    behaviour:
      'An error of the host, of its source, classifier, estimator or sending, reaches the caller as the very one.',
    source: ['ADR, decision 5', 'design 4.8'],
    citedBy: [
      'assembly/hostile-source.test.ts > at capture %i > a source that %s fails the call with its own error',
      'assembly/estimator.test.ts > an estimator that throws fails the call with its own error, and the run goes on',
      'run/required-content.test.ts > a pin > that throws fails the call with its own error, and the run goes on',
      'run/close.test.ts > settling a call > a sending that fails, at once or later, is passed on and lets the next one in',
    ],
  },
  {
    id: 'calls.overlap',
    behaviour:
      'Calls of one run may overlap; each gets its own list, and one that fails leaves the others alone.',
    source: ['design 5', 'matrix CRD-09'],
    citedBy: [
      'run/concurrency.test.ts > calls of a run overlap, and each gets its own list whatever the order of the answers',
      'run/concurrency.test.ts > one call that fails leaves the others alone',
    ],
  },
  {
    id: 'calls.serial-admission',
    behaviour:
      'By option calls go one after the other; one that is cancelled while it waits leaves the queue in order.',
    source: ['design 5', 'matrix CRD-09, CRD-10'],
    citedBy: [
      'run/concurrency.test.ts > with serial admission > calls go one after the other, in the order of asking',
      'run/abort.test.ts > an abort in the queue leaves the queue in order',
    ],
  },
  {
    id: 'calls.re-entrance',
    behaviour: 'A reducer that calls through the run that waits for it gets a typed error, not a deadlock.',
    source: ['design 5'],
    citedBy: [
      'run/reentrant-call.test.ts > with %s admission > a reducer that calls through the run that waits for it is told so',
    ],
  },
  {
    id: 'trust.whole-or-none',
    behaviour: 'A trust binding is given whole or not at all, no part of it blank.',
    source: ['design 7', 'matrix ART-09..11, ART-16'],
    citedBy: [
      'run/trust-binding.test.ts > a binding that is not whole is refused > without %s | owner',
      'run/trust-binding.test.ts > a binding that is not whole is refused > without %s | sessionId',
      'run/trust-binding.test.ts > a binding that is not whole is refused > without %s | workspaceId',
      'run/trust-binding.test.ts > a binding that is not whole is refused > when it is %s, and does not count as none',
    ],
  },
  {
    id: 'trust.checked-twice',
    behaviour: 'Trust is checked at entry and again after assembling; once it is lost, nothing is sent.',
    source: ['ADR, decision 5', 'design 7', 'matrix CAN-05, CAN-06'],
    citedBy: [
      'run/trust-binding.test.ts > a trust binding > is asked at entry and again before dispatch',
      'run/trust-binding.test.ts > a trust binding > that is lost at $checkpoint sends nothing | entry',
      'run/trust-binding.test.ts > a trust binding > that is lost at $checkpoint sends nothing | dispatch',
    ],
  },
  {
    id: 'trust.owner',
    behaviour: 'Who owns an artifact comes from the trust binding alone.',
    source: ['design 7', 'design 6'],
    citedBy: [
      'run/offload.test.ts > at the tool > it is kept for the owner of the trust binding, and for nobody else',
      'run/rehydrate.test.ts > a request is decided > unauthorized, where it is another owner’s, before the body is read',
    ],
  },
]
