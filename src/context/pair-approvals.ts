import type { Entry } from './entry.ts'
import type { PlacedCall } from './pair-tool-links.ts'

export interface ApprovalPairing {
  /** Positions that belong together: a request and the call that it asks for, a request and its answer. */
  readonly links: readonly (readonly [one: number, other: number])[]
  /** Positions of requests without an answer. */
  readonly pending: ReadonlySet<number>
  /** Positions of answers to requests that are not in the list: some hosts hand over the answer alone. */
  readonly unasked: ReadonlySet<number>
  /** Whether a call waits for an approval that was asked for and not answered. */
  awaitsApproval(call: PlacedCall): boolean
}

interface Request {
  readonly at: number
  readonly key: string | undefined
  /** Position of the call that is asked for. */
  readonly callAt: number | undefined
}

/**
 * Pairs approvals by position, as calls and results are: an answer belongs to the nearest open request of its id, a
 * request to the nearest call of its key.
 */
export function pairApprovals<M>(entries: readonly Entry<M>[]): ApprovalPairing {
  const links: (readonly [number, number])[] = []
  const unasked = new Set<number>()
  const callAt = new Map<string, number>()
  const open = new Map<string, Request[]>()
  entries.forEach(({ reading }, at) => {
    for (const link of reading.links) if (link.type === 'call') callAt.set(link.key, at)
    for (const { approvalId, key } of reading.approvalRequests) {
      const request: Request = { at, key, callAt: key === undefined ? undefined : callAt.get(key) }
      if (request.callAt !== undefined) links.push([request.callAt, at])
      const sameId = open.get(approvalId)
      if (sameId) sameId.push(request)
      else open.set(approvalId, [request])
    }
    for (const approvalId of reading.approvalResponses) {
      const request = open.get(approvalId)?.pop()
      if (request) links.push([request.at, at])
      else unasked.add(at)
    }
  })
  const pending = [...open.values()].flat()
  const waiting = new Set(pending.map((request) => `${request.callAt} ${request.key}`))
  return {
    links,
    pending: new Set(pending.map(({ at }) => at)),
    unasked,
    awaitsApproval: ({ at, link }) => waiting.has(`${at} ${link.key}`),
  }
}
