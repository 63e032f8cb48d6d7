import type { Requirement } from '../requirement.ts'

/** How compaction comes to be on: capability, profile, composition. */
export const optIn: readonly Requirement[] = [
  {
    id: 'opt-in.never-by-default',
    behaviour: 'Without a request and a profile nothing is measured or changed: the very list goes on.',
    source: [
      'ADR, context and scope 2',
      'ADR, decision 1',
      'ADR, superseding note',
      'design 7',
      'matrix CMP-01, SEAM-03, PCC-02, CAP-14',
    ],
    citedBy: [
      'profile/compose.test.ts > with %s > every list passes as the very array that came in, whatever is in it | neither',
      'profile/compose.test.ts > with %s > every list passes as the very array that came in, whatever is in it | a capability that is not requested',
      'profile/compose.test.ts > with %s > a source is captured once',
    ],
  },
  {
    id: 'opt-in.capability-without-profile',
    behaviour: 'The capability without a profile is refused before anything is constructed.',
    source: ['ADR, decision 1', 'design 7', 'matrix CMP-02, PCC-03, HYB-03'],
    citedBy: [
      'profile/compose.test.ts > the double opt-in > the capability without a profile fails closed, before the profile could be looked at',
      'errors/plimsoll-error.test.ts > the problem %s is told with a way out | capabilityWithoutProfile',
    ],
  },
  {
    id: 'opt-in.profile-without-capability',
    behaviour:
      'A profile without the enabled capability is refused: not requested, not accepted, not delivered yet.',
    source: ['ADR, decision 1', 'design 7', 'matrix CMP-03, CMP-04, CMP-07, PCC-04, HYB-04'],
    citedBy: [
      'profile/compose.test.ts > the double opt-in > %s fails closed | a profile without the capability',
      'profile/compose.test.ts > the double opt-in > %s fails closed | a profile with a deferred capability',
      'profile/compose.test.ts > the double opt-in > %s fails closed | a profile with a capability that is not accepted',
    ],
  },
  {
    id: 'opt-in.both-halves',
    behaviour: 'Both together, read from one resolved capability profile, turn compaction on.',
    source: [
      'ADR, decision 1',
      'ADR, decision drivers 2',
      'ADR, consequences, positive 2',
      'design 7',
      'matrix CMP-05',
    ],
    citedBy: ['profile/compose.test.ts > the double opt-in > both turn compaction on'],
  },
  {
    id: 'opt-in.one-component',
    behaviour:
      'Exactly one bound stands around a model: binding what is bound already is refused, in every host.',
    source: [
      'ADR, decision drivers 2',
      'ADR, decision 2',
      'ADR, consequences, positive 2',
      'design 7',
      'matrix CMP-06, PCC-01, PCC-05',
    ],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > alreadyWrapped > with a composition error',
      'hosts/ai-sdk/bound-model.test.ts > a model of $title > can be bound once, also through a pass-through composition',
      'hosts/ai-sdk/bound-model.test.ts > a model of $title > that is bound beneath a middleware refuses the call when it is bound again',
      'hosts/openai-agents/bound-agents-model.test.ts > a bound around a decorator around a bound refuses the call, which holds %s',
    ],
  },
  {
    id: 'opt-in.capability-states',
    behaviour:
      'A capability is enabled when requested, accepted and delivered; deferred before its phase; else disabled.',
    source: [
      'ADR, decision 1',
      'ADR, confirmation 2',
      'design 7',
      'matrix CAP-04, CAP-05, CAP-07, CAP-08, CAP-13',
    ],
    citedBy: [
      'profile/capability-profile.test.ts > with $accept and evidence through $phase, requested $requested, compaction is $state',
    ],
  },
  {
    id: 'opt-in.capability-fields',
    behaviour:
      'A resolved capability tells exactly its stability, trust boundary, ahead-of-time and diagnostics status, and phase.',
    source: [
      'ADR, confirmation 2',
      'ADR, consequences, negative 4',
      'ADR, consequences, neutral 2',
      'design 7',
      'matrix CAP-01, CAP-06',
    ],
    citedBy: [
      'profile/capability-profile.test.ts > a record holds exactly these fields',
      'profile/capability-profile.test.ts > what was resolved is frozen throughout',
    ],
  },
  {
    id: 'opt-in.unknown-capability',
    behaviour: 'A capability, phase or acceptance that does not exist is refused by its place.',
    source: ['design 7'],
    citedBy: ['profile/capability-profile.test.ts > what does not exist is refused > %s'],
  },
  {
    id: 'opt-in.preset',
    behaviour:
      'The preset turns on what practice asks for, each part of it can be set otherwise, and examples use it.',
    source: ['design, defaults', 'ADR, superseding note'],
    citedBy: [
      'profile/recommended.test.ts > the preset turns on what practice asks for',
      'profile/recommended.test.ts > what is passed wins',
      'profile/recommended.test.ts > whole examples of the pages for readers compose with the preset',
    ],
  },
  {
    id: 'opt-in.seed-defaults',
    behaviour: 'Without the preset every extra is off: what the record says is the default.',
    source: ['design, defaults', 'matrix MAR-10'],
    citedBy: ['profile/check-profile.test.ts > the defaults are those of the seed'],
  },
  {
    id: 'opt-in.experimental',
    behaviour:
      'Compaction is labelled experimental, and an acceptance of stable capabilities alone does not enable it.',
    source: ['ADR, context and scope 1', 'ADR, decision 1', 'matrix CAP-04'],
    citedBy: [
      'profile/capability-profile.test.ts > a record holds exactly these fields',
      'profile/capability-profile.test.ts > with $accept and evidence through $phase, requested $requested, compaction is $state',
    ],
  },
  {
    id: 'opt-in.public-options',
    behaviour:
      'The profile is public configuration, checked whole, with every issue told by its option path.',
    source: ['ADR, superseding note', 'options, remarks 1', 'design 7', 'design 9'],
    citedBy: [
      'profile/check-profile.test.ts > several issues are told at once, in one message',
      'profile/check-profile.test.ts > an unknown option > is named',
      'profile/check-profile.test.ts > a profile that is no object is refused: %s',
    ],
  },
  {
    id: 'opt-in.profile-is-sealed',
    behaviour: 'What was checked is frozen; what the caller changes in its options later does not reach it.',
    source: ['ADR, decision 1', 'matrix MAR-10'],
    citedBy: [
      'profile/check-profile.test.ts > what was checked is frozen, and what the caller changes afterwards does not reach it',
    ],
  },
]
