import type { Exclusion } from './requirement.ts'

/** What is demanded and does not apply here, or is decided otherwise. */
export const excluded: readonly Exclusion[] = [
  {
    id: 'excluded.no-public-configuration',
    reason: 'A later record makes the profile public, and its options are part of the surface.',
    source: [
      'ADR, context and scope 2',
      'ADR, decision 6',
      'ADR, consequences, negative 5',
      'ADR, consequences, neutral 3',
    ],
  },
  {
    id: 'excluded.no-aggregation',
    reason: 'The record defers totals to later work; a run totals its calls here.',
    source: ['ADR, context and scope 2', 'ADR, consequences, negative 3'],
  },
  {
    id: 'excluded.turn-strategies',
    reason:
      'That strategies of a turn-scoped index cannot be used says nothing about a library without such strategies.',
    source: ['options, UpstreamReducer'],
  },
  {
    id: 'excluded.preservation-label',
    reason: 'A policy has no label and no version: what must be kept is told by options.',
    source: ['matrix MAR-06..08'],
  },
  {
    id: 'excluded.estimator-without-default',
    reason: 'An estimator is optional: UTF-8 bytes are the default, as the options say.',
    source: ['matrix MAR-09'],
  },
  {
    id: 'excluded.call-and-result-apart',
    reason:
      'Providers themselves put a result beside its call, under roles of their own; such messages are read as they come.',
    source: ['matrix ENT-08..10'],
  },
  {
    id: 'excluded.final-entries-are-copies',
    reason:
      'What is sent is the very object of the host, not a copy, so that reasoning and signatures survive.',
    source: ['matrix IMM-09'],
  },
  {
    id: 'excluded.broken-entries-required',
    reason:
      'Open calls and stray results are dealt with by the option for broken lists, and are not required.',
    source: ['matrix PRE-05, PRE-06, PRE-08, PRE-09'],
  },
  {
    id: 'excluded.shared-result-required',
    reason:
      'A message that answers several exchanges is taken apart, so that each exchange stays or goes by itself.',
    source: ['matrix PRE-36, PRE-38, PRE-39'],
  },
  {
    id: 'excluded.body-without-reference',
    reason:
      'A body never rides without its reference in the list, so there is none that would have to be kept.',
    source: ['matrix REC-27, IRR-07, ATR-10'],
  },
  {
    id: 'excluded.references-keep-their-exchange',
    reason: 'An old exchange with a reference may go: the ledger keeps the reference.',
    source: ['matrix ATR-07'],
  },
  {
    id: 'excluded.revisions',
    reason: 'A coordinator counts no revisions: whether something became free is asked directly.',
    source: ['matrix CRD-19, CRD-21'],
  },
  {
    id: 'excluded.other-capabilities',
    reason:
      'Compaction is the only capability, so lanes, bundles, web search and file memory have no counterpart.',
    source: ['matrix CAP-02, CAP-03, CAP-09..12'],
  },
  {
    id: 'excluded.effective-defaults-report',
    reason: 'There is no bundle of features whose defaults would have to be described.',
    source: ['matrix HYB-05..07'],
  },
  {
    id: 'excluded.compaction-by-turn',
    reason: 'There is no second compaction by turn to be combined with.',
    source: ['matrix ITX-01, ITX-02'],
  },
  {
    id: 'excluded.reference-records',
    reason:
      'A reference is its digest alone: it carries no path, description, call id or creating tool that could be wrong.',
    source: ['matrix ART-12..15, ART-19..21'],
  },
  {
    id: 'excluded.references-in-diagnostics',
    reason: 'Diagnostics of artifacts name no reference: a digest of a short body can be guessed.',
    source: ['matrix AOB-13..19'],
  },
]
