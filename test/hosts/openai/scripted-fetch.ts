/** What a scripted `fetch` answers: JSON with a status, or something that it throws. */
export type Reply = { readonly status?: number; readonly json: unknown } | { readonly fails: unknown }

export interface ScriptedFetch {
  readonly fetch: typeof globalThis.fetch
  readonly requests: { readonly url: string; readonly body: unknown; readonly text: string }[]
}

/** A `fetch` that gives one reply after the other, and then an answer without content. */
export function scriptedFetch(...replies: readonly Reply[]): ScriptedFetch {
  const requests: { url: string; body: unknown; text: string }[] = []
  return {
    requests,
    fetch: async (url, init) => {
      const text = String(init?.body)
      const reply = replies[requests.length] ?? { json: { choices: [], output: [] } }
      requests.push({ url: String(url), body: JSON.parse(text), text })
      if ('fails' in reply) throw reply.fails
      return Response.json(reply.json, { status: reply.status ?? 200, headers: { 'retry-after-ms': '1' } })
    },
  }
}
