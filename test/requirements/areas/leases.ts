import type { Requirement } from '../requirement.ts'

/** A body goes out once: reservations, delivery, release. */
export const leases: readonly Requirement[] = [
  {
    id: 'leases.once-a-run',
    behaviour: 'A body is in at most one completed call of a run; later calls find its reference.',
    source: [
      'ADR, decision drivers 5',
      'ADR, decision 4',
      'ADR, consequences, positive 4',
      'design 1, promise 4',
      'matrix CRD-01, CRD-02',
    ],
    citedBy: [
      'run/body-delivery.test.ts > a body rides > in the result that is its reference, as untrusted content, and in one call',
      'leases/interleavings.test.ts > however four calls interleave, a body is delivered once, and no lease outlives its call',
      'hosts/ai-sdk/read-back-loop.test.ts > over openai.%s > a body that the model reads back is in one request, and in no history',
      'run/lease-book.test.ts > a rehydrated body > is never offered again once it is delivered',
    ],
  },
  {
    id: 'leases.transient',
    behaviour: 'A body is never in the history: that keeps the reference, for a later explicit request.',
    source: [
      'ADR, context and scope 2',
      'ADR, decision drivers 4',
      'ADR, decision 4',
      'design 6',
      'matrix SES-01, SEAM-06',
    ],
    citedBy: [
      'hosts/ai-sdk/read-back-loop.test.ts > over openai.%s > a body that the model reads back is in one request, and in no history',
      'run/body-delivery.test.ts > a body rides > in the result that is its reference, as untrusted content, and in one call',
      'run/long-agent.test.ts > an agent that offloads every large result, %s > stays under 96 KiB for {rounds} rounds, refuses nothing, and loses nothing',
    ],
  },
  {
    id: 'leases.concurrent-calls',
    behaviour: 'Of calls that overlap, one gets a body; it is filtered out of the snapshots of the others.',
    source: ['ADR, decision 4', 'ADR, confirmation 6', 'design 5', 'matrix CRD-09'],
    citedBy: [
      'run/body-delivery.test.ts > once > one of two calls at once carries it',
      'contracts/lease-contract.ts > reserving > refuses what another owner has reserved, and grants what is left',
      'machines/leases/leases-machine.test.ts > of two calls that want a body, the first gets it, and the other what is left',
    ],
  },
  {
    id: 'leases.failed-call-releases',
    behaviour:
      'A call that fails, is cancelled, refused or given up frees its bodies, and a retry carries them.',
    source: ['ADR, decision 4', 'ADR, confirmation 6', 'design 4.8', 'design 5', 'matrix CRD-12, CRD-13'],
    citedBy: [
      'run/body-delivery.test.ts > once > a call that failed sends it again',
      'run/body-delivery.test.ts > once > a call that was let go by %s sends it again',
      'hosts/ai-sdk/read-back-loop.test.ts > a call that fails is sent again with the body in it',
      'hosts/ai-sdk/settling.test.ts > a call in $title > is released when no stream comes about',
    ],
  },
  {
    id: 'leases.per-digest',
    behaviour: 'Each body is tracked for itself, and a range of an artifact for another body than the whole.',
    source: ['ADR, decision 4', 'design 5', 'matrix CRD-03'],
    citedBy: [
      'contracts/lease-contract.ts > reserving > tracks each body for itself',
      'contracts/lease-contract.ts > reserving > takes a part of an artifact for another body than the whole of it',
      'run/body-delivery.test.ts > once > another range of it is another body',
    ],
  },
  {
    id: 'leases.per-run',
    behaviour: 'Each run delivers for itself: another run, also at the same time, sends a body once more.',
    source: ['ADR, decision 4', 'design 5', 'matrix CRD-04, CRD-08'],
    citedBy: ['run/body-delivery.test.ts > once > each run sends it for itself, also at the same time'],
  },
  {
    id: 'leases.commit-in-one-step',
    behaviour:
      'A commit delivers what was forwarded and frees the rest, evicted bodies among it, in one step.',
    source: ['ADR, decision 4', 'design 5', 'matrix CRD-14, CRD-15'],
    citedBy: [
      'machines/leases/leases-machine.test.ts > a commit delivers what was forwarded and frees the rest, in one step',
      'contracts/lease-contract.ts > settling > by a commit of nothing frees everything',
      'run/body-delivery.test.ts > once > a call that ran out of room sends it later',
    ],
  },
  {
    id: 'leases.settling-twice',
    behaviour: 'Settling a call twice does nothing more.',
    source: ['design 5'],
    citedBy: [
      'contracts/lease-contract.ts > settling > twice does nothing the second time, in either order',
      'run/close.test.ts > settling a call > twice, or the other way round, does nothing more',
    ],
  },
  {
    id: 'leases.idempotent-reserve',
    behaviour: 'A call that asks again keeps what it holds.',
    source: ['design 5', 'matrix CRD-20, CRD-23'],
    citedBy: ['contracts/lease-contract.ts > reserving > is idempotent for its owner'],
  },
  {
    id: 'leases.unrelated-bodies',
    behaviour: 'What happens to other bodies changes nothing for a call.',
    source: ['design 5', 'matrix CRD-22'],
    citedBy: [
      'contracts/lease-contract.ts > what is free > does not change with what happens to unrelated bodies',
    ],
  },
  {
    id: 'leases.only-within-a-run',
    behaviour: 'Leases live as long as their run: a coordinator whose run is closed answers nothing.',
    source: ['ADR, decision 4', 'matrix CRD-16..18, CRD-25'],
    citedBy: ['leases/own-leases.test.ts > the coordinator of one process > is closed with its run'],
  },
  {
    id: 'leases.without-a-run',
    behaviour: 'A seam without a run gives each call a run of its own: no leases, no memory, nothing shared.',
    source: ['design 5', 'design 10', 'matrix CRD-05'],
    citedBy: [
      'hosts/ai-sdk/open-call.test.ts > the runs behind bounded models in $title > are one for each call, closed when the call is settled, with a plimsoll',
      'hosts/langchain/bound-middleware.test.ts > calls without a run of the caller share nothing',
    ],
  },
  {
    id: 'leases.streams',
    behaviour:
      'A stream commits when it ends, also without a part; a failed, broken-off or erroneous one releases.',
    source: ['design 5', 'design 11', 'matrix CRD-06'],
    citedBy: [
      'hosts/ai-sdk/settle-stream.test.ts > a stream that settles its call > commits when it ends without a part',
      'hosts/ai-sdk/settle-stream.test.ts > a stream that settles its call > releases as soon as an error part is read',
      'hosts/ai-sdk/settle-stream.test.ts > a stream that settles its call > releases when its reader gives up, and tells the source',
      'hosts/ai-sdk/read-back-loop.test.ts > over openai.%s > and so it is when the answers stream',
    ],
  },
  {
    id: 'leases.never-settled',
    behaviour:
      'A call that nobody settles is released by disposing of it, by an abort, or by closing the run.',
    source: ['design 5'],
    citedBy: [
      'run/body-delivery.test.ts > once > a call that was let go by %s sends it again',
      'run/abort.test.ts > with %s admission > an abort between assembling and committing releases the call',
      'leases/shared-leases.test.ts > a run whose leases are elsewhere > frees what its open calls hold before it is closed',
    ],
  },
  {
    id: 'leases.crashed-owner',
    behaviour:
      'When a process is gone, what it had reserved is free, and what it was sending counts as delivered.',
    source: ['design 5'],
    citedBy: [
      'contracts/lease-contract.ts > after its process is gone > what it had reserved is free',
      'contracts/lease-contract.ts > after its process is gone > what it was sending counts as delivered, and stays so',
      'hosts/redis/killed-workers.test.ts > when a worker is killed > before it sends, another process delivers the body once its lease has expired',
    ],
  },
  {
    id: 'leases.same-protocol-elsewhere',
    behaviour: 'One protocol serves leases in this process, answered at once, and behind a shared store.',
    source: ['design 5'],
    citedBy: [
      'leases/own-leases.test.ts > the coordinator of one process > answers at once',
      'leases/shared-leases.test.ts > a run whose leases are elsewhere > delivers a body once, whichever process asks',
      'hosts/redis/interleavings.test.ts > calls of two processes > deliver a body once however they interleave, and leave no lease behind',
    ],
  },
  {
    id: 'leases.asked-only-with-bodies',
    behaviour: 'Where no body rides, no lease is asked for.',
    source: ['design 4'],
    citedBy: [
      'leases/shared-leases.test.ts > a run whose leases are elsewhere > asks for no leases where no body rides: an outage fails no such call',
    ],
  },
  {
    id: 'leases.offered-until-taken',
    behaviour: 'A body waits, and is offered to every call until one takes it.',
    source: ['design 5'],
    citedBy: [
      'run/body-delivery.test.ts > a body rides > in no call whose list does not refer to it, and waits',
      'run/body-delivery.test.ts > once > a call that ran out of room sends it later',
    ],
  },
]
