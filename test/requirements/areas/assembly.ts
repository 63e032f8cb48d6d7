import type { Requirement } from '../requirement.ts'

/** The way of one assembly, from the snapshot to its outcome. */
export const assembly: readonly Requirement[] = [
  {
    id: 'assembly.deterministic',
    behaviour:
      'One fixed order of steps decides what becomes of a list: snapshot, evict, reduce, verify, fallback, terminate.',
    source: [
      'ADR, decision drivers 1',
      'ADR, decision 3',
      'ADR, context and scope 2',
      'design 4',
      'design card',
    ],
    citedBy: [
      'machines/assembly/assembly-machine.test.ts > every transition is taken, and leads where the chart says',
      'machines/assembly/replay.test.ts > the real workbench goes every path as the chart foresees it, where it %s',
      'inspect/stage-sequences.test.ts > all phases and ends of the chart are among them',
    ],
  },
  {
    id: 'assembly.fresh-snapshot',
    behaviour:
      'Each call is assembled from a new snapshot of its own list; nothing left out earlier is lost to later calls.',
    source: ['ADR, decision 3', 'options, remarks 3', 'design 4.7', 'matrix ITX-03'],
    citedBy: [
      'properties/call-memo.test.ts > a run answers each call as a run does that saw none before',
      'hosts/ai-sdk/hard-limit.test.ts > a loop that grows beyond the limit in $title > keeps the same history with and without a bound when it generates',
    ],
  },
  {
    id: 'assembly.within-threshold-as-is',
    behaviour: 'A list within the threshold goes as it is, its bodies with it, and no reducer is asked.',
    source: ['ADR, decision 3', 'design 4', 'matrix REC-20'],
    citedBy: [
      'run/assemble-limits.test.ts > without a margin > a list of $size bytes under a limit of 1,000 is $outcome',
      'run/lease-book.test.ts > a rehydrated body > rides in the place of its reference, in one call at a time',
      'machines/assembly/successes.test.ts > withinLimit > a list within the threshold goes as it is',
    ],
  },
  {
    id: 'assembly.bodies-go-first',
    behaviour:
      'Above the threshold bodies that can be read again go before anything else; when that is enough, no reducer is asked.',
    source: ['ADR, decision 3', 'design 4', 'matrix REC-10, REC-21, REC-26, SEAM-05, ATR-09, SES-02'],
    citedBy: [
      'run/lease-book.test.ts > a rehydrated body > goes first when the list is too large, the largest first, and its reference stays',
      'machines/assembly/successes.test.ts > reduced > evicting bodies is enough, and no reducer is asked',
    ],
  },
  {
    id: 'assembly.largest-body-first',
    behaviour: 'Bodies go largest first, the oldest of equals, until the threshold is kept.',
    source: ['design 4'],
    citedBy: [
      'context/evict-bodies.test.ts > the largest body goes first, and no more than needed',
      'context/evict-bodies.test.ts > of bodies of one size the oldest goes first',
    ],
  },
  {
    id: 'assembly.margin-is-acted-on',
    behaviour: 'Between threshold and limit the reducer is asked although the list would fit.',
    source: ['ADR, decision 3', 'design 4', 'matrix REC-07, REC-09, REC-22'],
    citedBy: [
      'run/assemble-limits.test.ts > with a margin of 100 bytes > a list between threshold and limit that no reducer improves goes out as it is',
      'machines/assembly/successes.test.ts > reduced > the reducer is asked although the evicted list fits the limit, and its help is taken',
    ],
  },
  {
    id: 'assembly.accepted-and-fits',
    behaviour: 'An accepted proposal that fits is sent, and is called reduced.',
    source: ['ADR, decision 3', 'ADR, confirmation 1', 'design 4'],
    citedBy: [
      'run/assemble-limits.test.ts > with a margin of 100 bytes > a proposal between threshold and limit is sent',
      'observability/diagnostics.test.ts > every field is there, and right, when > it is reduced',
    ],
  },
  {
    id: 'assembly.accepted-and-too-large',
    behaviour: 'An accepted proposal that is still too large is where the next attempt begins.',
    source: ['design 4', 'matrix REC-05'],
    citedBy: [
      'run/assemble-attempts.test.ts > an accepted proposal that is still too large > is the candidate of the next attempt',
      'machines/assembly/successes.test.ts > reduced > an accepted proposal that is still too large is where the next attempt begins',
    ],
  },
  {
    id: 'assembly.rejected-and-fits',
    behaviour:
      'After a rejection a candidate that fits the limit is sent: reduced if something was taken out, else within the limit.',
    source: ['design 4', 'matrix REC-07'],
    citedBy: [
      'run/assemble-attempts.test.ts > a rejected proposal > is answered by sending the list as it is, when that fits',
      'run/assemble-attempts.test.ts > an accepted proposal that is still too large > is sent when the next proposal is rejected and it fits by then',
      'machines/assembly/successes.test.ts > reduced > the evicted list goes when it fits and the reducer is no help',
    ],
  },
  {
    id: 'assembly.rejected-and-too-large',
    behaviour: 'After a rejection of what does not fit, the next attempt is told the reasons.',
    source: ['design 4'],
    citedBy: [
      'run/assemble-attempts.test.ts > a rejected proposal > gives its reasons to the next attempt, when the list does not fit',
      'machines/assembly/restarts.test.ts > what the reducer is told > an attempt after an accepted proposal gets none, whatever came before',
    ],
  },
  {
    id: 'assembly.attempts-are-bounded',
    behaviour:
      'Reducers are asked, and restarts made, at most as often as there are attempts; each asking is an attempt.',
    source: ['ADR, decision 3', 'options, MaximumCompactionAttempts', 'ADR, confirmation 1', 'design 4.2'],
    citedBy: [
      'machines/assembly/assembly-machine.test.ts > attempts stay within the maximum, and restarts end',
      'run/assemble-attempts.test.ts > a rejected proposal > uses up the last attempt, and the fallback preserves what is required',
    ],
  },
  {
    id: 'assembly.fallback-when-exhausted',
    behaviour:
      'With the attempts used up and nothing that fits, required content and what still fits goes, from the whole snapshot.',
    source: [
      'ADR, decision 3',
      'ADR, confirmation 1',
      'design 4',
      'matrix REC-01..03, REC-06, PRE-34, PRE-35',
    ],
    citedBy: [
      'run/assemble-attempts.test.ts > a rejected proposal > uses up the last attempt, and the fallback preserves what is required',
      'run/assemble-attempts.test.ts > an accepted proposal that is still too large > gives way to the fallback over the whole snapshot, when the attempts are used up',
      'run/message-reducer.test.ts > an answer that is rejected > %s | the same list',
      'run/message-reducer.test.ts > an answer that is rejected > %s | a longer list',
      'run/message-reducer.test.ts > an answer that is rejected > %s | a required message left out',
      'observability/diagnostics.test.ts > every field is there, and right, when > the fallback was needed',
    ],
  },
  {
    id: 'assembly.irreducible',
    behaviour:
      'Required content that is too large alone ends the call as irreducible, with the size of what is required.',
    source: [
      'ADR, decision 3',
      'ADR, decision drivers 6',
      'ADR, confirmation 1',
      'design 4.4',
      'matrix REC-04, REC-13, IRR-01..05',
    ],
    citedBy: [
      'run/assemble-limits.test.ts > the hard limit > required content of $size bytes is sent: $sent',
      'observability/diagnostics.test.ts > every field is there, and right, when > nothing that may be sent is left',
      'machines/assembly/terminations.test.ts > irreducible > required content that is too large is refused, with its size',
      'context/fall-back.test.ts > required content > is kept even when it is too large, and then alone',
    ],
  },
  {
    id: 'assembly.two-terminations-apart',
    behaviour:
      'What cannot fit and what will not hold still end differently, and neither is mistaken for the other.',
    source: ['ADR, decision drivers 6', 'ADR, decision 3', 'design 4.2', 'matrix IRR-08, IRR-09, INJ-04'],
    citedBy: [
      'run/assemble-restarts.test.ts > a restart that leaves required content too large is irreducible, not a mutation limit',
      'run/assemble-restarts.test.ts > a history that changes while the reducer is asked > ends the call when it changes with every attempt',
      'observability/diagnostics.test.ts > every field is there, and right, when > the history changes for ever',
      'run/assemble-limits.test.ts > the hard limit > required content of $size bytes is sent: $sent',
    ],
  },
  {
    id: 'assembly.every-success-is-verified',
    behaviour:
      'Every way to success passes the same verification; a list of ours that fails there is not sent.',
    source: ['ADR, decision 3', 'design 4', 'design 4.3', 'matrix REC-14'],
    citedBy: [
      'machines/assembly/terminations.test.ts > irreducible > a candidate that fails the last verification is not sent',
      'corpus/corpus.test.ts > with %s, what is sent is within the limit, whole, and the host’s own > for a conversation with %s',
      'properties/fallback.test.ts > the fallback of a valid list is valid, and within the limit unless it is the required part alone',
    ],
  },
  {
    id: 'assembly.empty-list',
    behaviour: 'An empty list goes as it is.',
    source: ['design 4'],
    citedBy: ['run/assemble-limits.test.ts > an empty list is sent as it is'],
  },
  {
    id: 'assembly.observe-mode',
    behaviour:
      'In observing, everything is measured, decided and reported, and the list of the host is sent unchanged.',
    source: ['design 4.8'],
    citedBy: [
      "run/rollout.test.ts > mode: 'observe' > decides and reports, and sends the list of the host",
      "run/rollout.test.ts > mode: 'observe' > sends what it would have refused, and says so",
      "run/rollout.test.ts > mode: 'observe' > a reducer that throws fails nothing",
    ],
  },
  {
    id: 'assembly.conversation-continues',
    behaviour:
      'Ordinary turns are part of what is kept: the context is compacted in place, not rebuilt from artifacts.',
    source: ['ADR, alternatives 2', 'design 4.4'],
    citedBy: [
      'context/fall-back.test.ts > the stretch of the newest > within %i reaches back as far as it fits',
      'context/select-required.test.ts > retention > counts units: an exchange is one, whatever it holds',
    ],
  },
]
