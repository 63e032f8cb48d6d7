/** What pairs a call with its result: gateways to the Responses API write `call_x|fc_y` for the call `call_x`. */
export function pairingKey(id: string): string {
  const bar = id.indexOf('|')
  return bar > 0 ? id.slice(0, bar) : id
}
