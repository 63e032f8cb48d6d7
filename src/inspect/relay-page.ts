import { randomUUID } from 'node:crypto'

/** A page that holds the inspector's own page, and hands it the frames; with the policy that it is served under. */
export function relayPage(uiUrl: string): { readonly html: string; readonly policy: string } {
  const { origin, href } = new URL(uiUrl)
  const nonce = randomUUID()
  const script = `
    const { contentWindow } = document.querySelector('iframe')
    const waiting = []
    let connected = false
    const show = (frame) => contentWindow.postMessage(frame, ${JSON.stringify(origin)})
    addEventListener('message', ({ origin, data }) => {
      if (origin !== ${JSON.stringify(origin)} || data?.type !== '@statelyai.connected') return
      connected = true
      waiting.splice(0).forEach(show)
    })
    new EventSource('frames').onmessage = ({ data }) => {
      const frame = JSON.parse(data)
      if (connected) show(frame)
      else waiting.push(frame)
    }`
  return {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plimsoll: inspector</title>
<style nonce="${nonce}">html,body,iframe{margin:0;border:0;width:100%;height:100%}</style>
<iframe title="Stately Inspector" src="${href.replaceAll('"', '%22').replaceAll('&', '&amp;')}"></iframe>
<script nonce="${nonce}">${script.replaceAll('</', '<\\/')}</script></html>`,
    policy: `default-src 'none'; frame-src ${origin}; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
  }
}
