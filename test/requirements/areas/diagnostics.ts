import type { Requirement } from '../requirement.ts'

/** What is told of an assembly, and what never is. */
export const diagnostics: readonly Requirement[] = [
  {
    id: 'diagnostics.one-object',
    behaviour: 'The call, completed and composed carry the same frozen diagnostics.',
    source: ['ADR, decision 5', 'ADR, consequences, positive 5', 'design 8', 'matrix OBS-01'],
    citedBy: [
      'observability/events.test.ts > the call bears the id and the diagnostics of its events',
      'observability/events.test.ts > when $name > the diagnostics are one frozen object, and their categories add up',
    ],
  },
  {
    id: 'diagnostics.fields',
    behaviour:
      'Diagnostics tell outcome, unit, sizes, threshold, limit, attempts, restarts, stages in order, and what was changed.',
    source: [
      'ADR, decision 5',
      'ADR, alternatives 1',
      'design 8',
      'matrix OBS-01..05, REC-23, REC-24, IRR-05, DIA-04',
    ],
    citedBy: [
      'observability/diagnostics.test.ts > every field is there, and right, when > the list is within the limit',
      'observability/diagnostics.test.ts > every field is there, and right, when > it is reduced',
      'observability/diagnostics.test.ts > every field is there, and right, when > the fallback was needed',
      'observability/diagnostics.test.ts > every field is there, and right, when > nothing that may be sent is left',
      'observability/diagnostics.test.ts > every field is there, and right, when > the history changes for ever',
      'run/assemble-attempts.test.ts > a rejected proposal > gives its reasons to the next attempt, when the list does not fit',
    ],
  },
  {
    id: 'diagnostics.categories-add-up',
    behaviour:
      'Sizes by category, each named once and measured as the policy measured, add up to the final size.',
    source: ['ADR, decision 5', 'ADR, confirmation 5', 'design 8', 'matrix OBS-02, OBS-03, DIA-03, DIA-07'],
    citedBy: [
      'observability/events.test.ts > when $name > the diagnostics are one frozen object, and their categories add up',
      'context/measure.test.ts > contributions > add up to the size of the list with its overhead',
      'context/measure.test.ts > contributions > count a body apart from the entry that it rides in',
    ],
  },
  {
    id: 'diagnostics.closed-values',
    behaviour: 'Categories, units and counts outside of what is declared do not pass as an event.',
    source: ['ADR, decision 5', 'design 8', 'matrix DIA-01, DIA-02, DIA-05, DIA-08, DIA-10, DIA-11'],
    citedBy: [
      'observability/event-schema.test.ts > sizes and counts that are none are refused',
      'observability/event-schema.test.ts > planted texts are refused wherever they stand',
      'observability/event-schema.test.ts > each string of an event is a closed literal, an id, or a unit label',
    ],
  },
  {
    id: 'diagnostics.never-parsed',
    behaviour: 'Categories are assigned where the decision is made: a foreign error has no word in them.',
    source: ['ADR, decision 5', 'design 8'],
    citedBy: [
      'observability/diagnostics.test.ts > no text stands in diagnostics that is not a literal of ours',
    ],
  },
  {
    id: 'privacy.nothing-of-the-content',
    behaviour:
      'No event, diagnostic, error, log, frame or state of ours carries text, bodies, owners, arguments or foreign errors.',
    source: [
      'ADR, decision drivers 7',
      'ADR, confirmation 8',
      'ADR, consequences, positive 5',
      'design 1, promise 6',
      'matrix OBS-12, AOB-27..29',
    ],
    citedBy: [
      'privacy/canaries.test.ts > when $name > no planted text can be reached or read | the reducer throws',
      'privacy/canaries.test.ts > when $name > no planted text can be reached or read | the classifier answers with a text',
      'privacy/canaries.test.ts > when $name > no planted text can be reached or read | trust is lost at entry',
      'privacy/canaries.test.ts > when $name > no planted text can be reached or read | the list can’t be sent',
      'privacy/canaries.test.ts > every surface is looked at, and holds something',
      'hosts/otel/open-telemetry-sink.test.ts > no planted text is in any span or measurement',
    ],
  },
  {
    id: 'privacy.no-digest',
    behaviour: 'Nothing that is told names the digest of an artifact.',
    source: ['design 3', 'design 1, promise 6'],
    citedBy: [
      'privacy/canaries.test.ts > no digest is told when $name',
      'observability/artifact-events.test.ts > they pass the schema as they are and after a round trip, and nothing passes beside them',
    ],
  },
  {
    id: 'privacy.proven-by-leaks',
    behaviour: 'A build with a leak in it is caught.',
    source: ['ADR, confirmation 8', 'design 3'],
    citedBy: ['privacy/leaky-builds.test.ts > a build in which $name is caught'],
  },
  {
    id: 'diagnostics.sequence-validity',
    behaviour:
      'Diagnostics tell whether what is sent is a valid sequence, and nothing of it when nothing is sent.',
    source: ['ADR, decision 5', 'design 8', 'matrix OBS-04'],
    citedBy: [
      'observability/diagnostics.test.ts > a list that is sent broken is flagged, also where something was taken out',
      'observability/diagnostics.test.ts > every field is there, and right, when > a broken list is refused',
    ],
  },
  {
    id: 'diagnostics.what-was-changed',
    behaviour:
      'Entries that were dropped, elided or repaired, cache marks that went, and the places that were kept are told.',
    source: ['design 1, promise 7', 'design 8'],
    citedBy: [
      'observability/diagnostics.test.ts > cache marks that go with dropped messages are counted',
      'observability/diagnostics.test.ts > repaired entries are counted, and what repair drops counts as dropped',
      'run/assemble-attempts.test.ts > a plan that elides and summarises is carried out',
    ],
  },
  {
    id: 'diagnostics.rejections',
    behaviour: 'The reasons of every rejected attempt are told, in order.',
    source: ['design 8'],
    citedBy: [
      'run/reducer-failure.test.ts > an answer that is neither plan nor list > %s is a failed attempt where such failures are tolerated',
      'run/assemble-attempts.test.ts > a rejected proposal > is answered by sending the list as it is, when that fits',
    ],
  },
]
