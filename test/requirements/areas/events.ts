import type { Requirement } from '../requirement.ts'

/** Who hears what of an assembly, and when. */
export const events: readonly Requirement[] = [
  {
    id: 'events.on-success',
    behaviour: 'A success is told by started, completed and composed, once each, in order, under one id.',
    source: ['ADR, decision 5', 'ADR, confirmation 3', 'design 8', 'matrix OBS-01..03'],
    citedBy: [
      'observability/events.test.ts > when $name > each event is told exactly once, in order, under one assembly id | the list is within the limit',
      'observability/events.test.ts > when $name > each event is told exactly once, in order, under one assembly id | the list is reduced',
      'observability/events.test.ts > when $name > each event is told exactly once, in order, under one assembly id | the fallback preserves what is required',
      'observability/exactly-once.test.ts > each situation is told by each event as often as the table says',
    ],
  },
  {
    id: 'events.on-termination',
    behaviour: 'A termination is told by started and terminated, never by completed or composed.',
    source: ['ADR, decision 5', 'ADR, confirmation 3', 'design 8', 'matrix OBS-04, OBS-05'],
    citedBy: [
      'observability/events.test.ts > when $name > each event is told exactly once, in order, under one assembly id | required content is too large',
      'observability/events.test.ts > when $name > each event is told exactly once, in order, under one assembly id | the history changes for ever',
      'observability/exactly-once.test.ts > each situation is told by each event as often as the table says',
    ],
  },
  {
    id: 'events.composed-after-trust',
    behaviour:
      'Composed is told only after trust was checked again: lost trust leaves completed, and nothing behind it.',
    source: ['ADR, decision 5', 'ADR, confirmation 3', 'design 8', 'matrix OBS-11'],
    citedBy: [
      'observability/events.test.ts > when $name > each event is told exactly once, in order, under one assembly id | trust is lost after success',
    ],
  },
  {
    id: 'events.none-before-the-start',
    behaviour:
      'A failure before the assembly began, of the source, classifier or estimator, is told by no event.',
    source: ['ADR, decision 5', 'design 8', 'matrix OBS-13, OBS-14'],
    citedBy: [
      'observability/exactly-once.test.ts > each situation is told by each event as often as the table says | the classifier throws',
      'observability/exactly-once.test.ts > each situation is told by each event as often as the table says | the estimator throws',
      'observability/exactly-once.test.ts > each situation is told by each event as often as the table says | the source throws',
      'run/host-edits.test.ts > a capture that answers after the abort starts no assembly',
    ],
  },
  {
    id: 'events.failures-are-no-decisions',
    behaviour: 'A cancellation or failure during the assembly is told by no terminal event.',
    source: ['ADR, decision 5', 'design 4.8', 'design 8'],
    citedBy: [
      'observability/exactly-once.test.ts > each situation is told by each event as often as the table says | the call is cancelled while the reducer is asked',
      'observability/exactly-once.test.ts > each situation is told by each event as often as the table says | the reducer throws',
      'observability/exactly-once.test.ts > each situation is told by each event as often as the table says | the reducer breaks its contract',
      'machines/assembly/terminations.test.ts > aborted and failed > an abort ends the call without a decision',
    ],
  },
  {
    id: 'events.none-without-compaction',
    behaviour: 'Without a profile no event of compaction is told.',
    source: ['ADR, confirmation 3', 'design 7', 'matrix OBS-07'],
    citedBy: ['observability/events.test.ts > without a profile nothing is told'],
  },
  {
    id: 'events.pairing',
    behaviour:
      'One opaque id is made per assembly and stands on all of its events, so that overlapping ones pair.',
    source: ['ADR, decision 5', 'ADR, consequences, positive 5', 'design 8', 'matrix OBS-10'],
    citedBy: [
      'observability/events.test.ts > assemblies that overlap pair by their ids',
      'observability/events.test.ts > the call bears the id and the diagnostics of its events',
    ],
  },
  {
    id: 'events.correlation',
    behaviour:
      'Each event has time, run, agent, parent, depth and a number of one sequence over a run and its children.',
    source: ['design 8', 'matrix OBS-08, OBS-09, AOB-24..26'],
    citedBy: [
      'observability/events.test.ts > a run, its child and its grandchild count their events together',
      'observability/artifact-events.test.ts > decisions about artifacts are told in the same sequence, with who made them',
    ],
  },
  {
    id: 'events.ids-restricted',
    behaviour: 'Ids of runs and agents are restricted to a pattern, and a refused one is not repeated.',
    source: ['design 8'],
    citedBy: [
      'observability/events.test.ts > ids in headers > must not be %s, and the refusal does not repeat it',
    ],
  },
  {
    id: 'events.sinks-are-passed-in',
    behaviour:
      'Sinks are what the caller passes in, never ambient: functions, a stream, a channel, OpenTelemetry, totals of a run.',
    source: ['ADR, decision drivers 8', 'ADR, decision 5', 'ADR, consequences, positive 6', 'design 8'],
    citedBy: [
      'observability/sinks.test.ts > a stream of events > gives the events in order, also to a reader that waits',
      'observability/sinks.test.ts > a channel > carries the events to its subscribers, and to nobody else',
      'hosts/otel/open-telemetry-sink.test.ts > nothing global is touched',
    ],
  },
  {
    id: 'events.without-a-sink',
    behaviour: 'Without a sink nothing is told, and everything else is as it was.',
    source: ['ADR, decision 5', 'matrix AOB-20..23'],
    citedBy: [
      'observability/run-metrics.test.ts > a run totals what its calls and those of its children did, without any sink',
      'run/persist.test.ts > a persisted run > goes on where it was: what was delivered is not sent again, what waited is',
    ],
  },
  {
    id: 'events.broken-sinks',
    behaviour: 'A sink that throws, at once or later, disturbs nothing.',
    source: ['design 8'],
    citedBy: [
      'observability/events.test.ts > when $name > a sink that throws, at once or later, disturbs nothing',
      'observability/sinks.test.ts > several sinks > hear the same event in turn, and one that throws keeps none from the others',
    ],
  },
  {
    id: 'events.totals',
    behaviour: 'A run totals what was decided in it and in its children.',
    source: ['ADR, consequences, negative 3', 'design 8'],
    citedBy: [
      'observability/run-metrics.test.ts > when $name > the totals are those of its events',
      'observability/artifact-events.test.ts > a run totals those of its children as well',
    ],
  },
  {
    id: 'events.artifact-decisions',
    behaviour: 'Each decision about an artifact is told once, by the very object that the caller gets.',
    source: ['ADR, decision 5', 'ADR, confirmation 7', 'design 6', 'matrix AOB-01..10'],
    citedBy: [
      'run/rehydrate.test.ts > a request is decided > resolved, with the bytes of the body, and told once by the same object',
      'run/offload.test.ts > at the tool > a result within the inline limit stays, and a larger one leaves an envelope',
    ],
  },
  {
    id: 'events.report',
    behaviour: 'Events and recordings make one page that can be read offline.',
    source: ['design 8'],
    citedBy: [
      'report/write-report.test.ts > the same events give the same page, and it holds its data as JSON',
      'report/write-report.test.ts > the page refers to nothing outside of itself',
    ],
  },
  {
    id: 'events.started-tells-the-bounds',
    behaviour: 'Started tells unit, limit and threshold, under an opaque id that is minted there.',
    source: ['ADR, decision 5', 'design 8', 'matrix OBS-01'],
    citedBy: [
      'observability/events.test.ts > events are frozen, and the first tells what the call is held to',
    ],
  },
  {
    id: 'events.slow-readers',
    behaviour: 'A reader that is slow loses the oldest events, which are counted, and holds nothing up.',
    source: ['design 8'],
    citedBy: [
      'observability/sinks.test.ts > a stream of events > drops the oldest when nobody reads, and counts them',
    ],
  },
  {
    id: 'events.tracing',
    behaviour:
      'With the tracer and meter of the caller, each call is a span below its own, and sizes are metrics.',
    source: ['design 8'],
    citedBy: [
      'hosts/otel/open-telemetry-sink.test.ts > a run is shown by one span for each call, below the caller’s own, and by metrics',
      'hosts/otel/open-telemetry-sink.test.ts > when $name > there is one span if the assembly began, and none if it did not',
    ],
  },
  {
    id: 'events.one-schema',
    behaviour:
      'Every event passes one strict schema, as it is and after a round trip, and the schema says what the type says.',
    source: ['design 8'],
    citedBy: [
      'observability/event-schema.test.ts > when $name > its events pass the schema as they are, and again after a round trip',
      'observability/event-schema.test.ts > no part of an event takes fields that it does not name',
      'observability/event-schema.test.ts > the schema and the type say the same',
    ],
  },
]
