// Those of one connection, and those that `fetch` writes or undoes itself.
const dropped: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'content-length', 'content-encoding', 'accept-encoding', 'host', 'expect'],
])

/** The headers that go on to the other side. */
export function keptHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !dropped.has(name)))
}
