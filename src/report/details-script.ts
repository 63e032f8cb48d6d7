/** What runs in the page: the chosen call, its path through the chart, and how a call is chosen. */
export const detailsScript = `
function drawCall() {
  const call = calls[page.chosen]
  const { diagnostics } = call
  byId('call-title').textContent = 'Call ' + (page.chosen + 1) + ' of ' + calls.length + ': ' + outcomeOf(call)
  const parts = [
    el('p', {}, 'Run ', el('code', {}, call.runId), call.agentId === null ? '' : ', agent ' + call.agentId,
      call.depth === 0 ? '' : ', depth ' + call.depth),
    el('p', {}, 'Assembly ', el('code', {}, call.id)),
  ]
  if (!diagnostics) parts.push(el('p', {}, 'It began, and came to no decision: it was aborted, or something failed.'))
  else parts.push(...decisionParts(call, diagnostics))
  if (call.messages !== undefined)
    parts.push(el('details', {}, el('summary', {}, 'Messages'), el('pre', {}, call.messages)))
  byId('call').replaceChildren(...parts)
}

function decisionParts(call, diagnostics) {
  const { unit, rejections, stages } = diagnostics
  const sizes = number(diagnostics.originalSize) + ' came in, ' + number(diagnostics.finalSize) + ' decided; threshold ' +
    number(diagnostics.triggerThreshold) + ', hard limit ' + number(diagnostics.hardLimit) + ' ' + unit
  const parts = [el('p', { id: 'sizes' }, sizes)]
  if (diagnostics.terminationReason !== null)
    parts.push(el('p', { class: 'bad' }, 'Refused: ' + diagnostics.terminationReason))
  else if (!call.composed) parts.push(el('p', { class: 'bad' }, 'Decided, and not handed over: trust was lost, or the call was aborted.'))
  if (diagnostics.mode === 'observe') parts.push(el('p', { class: 'warn' }, 'Observed only: the list was sent as it came in.'))
  if (diagnostics.finalSequenceValid === false) parts.push(el('p', { class: 'warn' }, 'The list came in broken, and was sent so.'))
  const rows = partsOf(call).map(({ category, size, entryCount }) =>
    el('tr', { 'data-category': category, 'data-size': size, 'data-entries': entryCount },
      el('td', {}, draw('svg', { class: 'key', viewBox: '0 0 12 12', 'aria-hidden': 'true' },
        draw('rect', { class: 'c-' + category, width: 12, height: 12 })), category),
      el('td', {}, number(size)),
      el('td', {}, diagnostics.finalSize === 0 ? '-' : ((100 * size) / diagnostics.finalSize).toFixed(1) + ' %'),
      el('td', {}, number(entryCount))))
  parts.push(el('table', {}, el('thead', {}, el('tr', {}, el('th', {}, 'Category'), el('th', {}, unit), el('th', {}, 'Share'),
    el('th', {}, 'Entries'))), el('tbody', {}, ...rows)))
  const counts = [['dropped', diagnostics.droppedEntryCount], ['elided', diagnostics.elidedEntryCount],
    ['repaired', diagnostics.repairedEntryCount], ['cache marks dropped', diagnostics.droppedCacheMarkCount],
    ['restarts', diagnostics.restartCount]].filter(([, count]) => count > 0)
  if (counts.length > 0) parts.push(el('p', {}, counts.map(([name, count]) => number(count) + ' ' + name).join(', ')))
  if (call.prefix)
    parts.push(el('p', {}, 'Of the ' + number(call.prefix.of) + ' messages that the call before sent, the first ' +
      number(call.prefix.kept) + ' stand at the front of this one, by position.'))
  parts.push(el('h3', {}, 'Stages'), el('ol', { id: 'stages' }, ...stages.map((stage) => el('li', {}, stage))))
  parts.push(el('h3', {}, 'Attempts: ' + number(diagnostics.attemptCount)))
  parts.push(rejections.length === 0 ? el('p', { class: 'hint' }, 'None was rejected.')
    : el('ul', { id: 'rejections', class: 'plain' }, ...rejections.map(({ attempt, reasons }) =>
      el('li', {}, 'attempt ' + attempt + ' rejected: ' + reasons.join(', ')))))
  return parts
}

function drawPath() {
  const { path, recorded } = calls[page.chosen]
  const { width, height, box, rows, states } = chart
  const picture = draw('svg', { viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label':
    path.map(({ state }) => state.replace('assembly.', '')).join(', then ') || 'no path' })
  for (const { label, y } of rows) picture.append(draw('text', { class: 'soft', x: 8, y: y + 4 }, label))
  const placed = new Map(states.map((state) => [state.id, state]))
  const visits = new Map()
  path.forEach(({ state }, at) => visits.set(state, [...(visits.get(state) ?? []), at + 1]))
  const tips = []
  path.slice(1).forEach(({ state }, at) => {
    const from = placed.get(path[at].state)
    const to = placed.get(state)
    if (!from || !to) return
    const [line, tip] = way(from, to, box)
    picture.append(line)
    tips.push(tip)
  })
  for (const { id, label, x, y, isEnd } of states) {
    const kind = 'state' + (isEnd ? ' end' : '') + (visits.has(id) ? ' visited' : '')
    picture.append(
      draw('rect', { class: kind, 'data-state': id, x, y, width: box.width, height: box.height, rx: isEnd ? 15 : 5 }),
      draw('text', { x: x + box.width / 2, y: y + box.height / 2 + 4, 'text-anchor': 'middle' }, label))
    if (visits.has(id))
      picture.append(draw('text', { class: 'badge', x: x + 2, y: y - 4 }, visits.get(id).join(', ')))
  }
  picture.append(...tips)
  byId('path').replaceChildren(picture)
  byId('path-hint').textContent = path.length === 0 ? 'It came to no decision, and was not recorded.'
    : recorded ? 'Every state that the call went through, numbered in their order.'
    : 'The states that did something, from the stages. Record the run with recordRun() to see every one.'
}

function way(from, to, box) {
  const middle = (state) => ({ x: state.x + box.width / 2, y: state.y + box.height / 2 })
  const [start, end] = [middle(from), middle(to)]
  if (start.y === end.y) {
    const right = end.x >= start.x
    start.x += right ? box.width / 2 : -box.width / 2
    end.x += right ? -box.width / 2 : box.width / 2
    const near = Math.abs(end.x - start.x) < 40
    const lift = near ? 0 : 28
    if (lift) { start.y += box.height / 2; end.y += box.height / 2; start.x -= right ? 20 : -20; end.x += right ? 20 : -20 }
    const d = 'M' + start.x + ' ' + start.y + 'C' + start.x + ' ' + (start.y + lift) + ' ' + end.x + ' ' + (end.y + lift) + ' ' + end.x + ' ' + end.y
    return [draw('path', { class: 'way', d }), lift ? tip(end, 0, -1) : tip(end, right ? 1 : -1, 0)]
  }
  const down = end.y > start.y
  start.y += down ? box.height / 2 : -box.height / 2
  end.y += down ? -box.height / 2 : box.height / 2
  const bend = down ? 22 : -22
  const d = 'M' + start.x + ' ' + start.y + 'C' + start.x + ' ' + (start.y + bend) + ' ' + end.x + ' ' + (end.y - bend) + ' ' + end.x + ' ' + end.y
  return [draw('path', { class: 'way', d }), tip(end, 0, down ? 1 : -1)]
}

function tip({ x, y }, right, down) {
  const back = { x: x - right * 7, y: y - down * 7 }
  return draw('path', { class: 'tip', d: 'M' + x + ' ' + y + 'L' + (back.x + down * 4) + ' ' + (back.y + right * 4) + 'L' +
    (back.x - down * 4) + ' ' + (back.y - right * 4) + 'z' })
}

function choose(index, focus = false) {
  const chosen = Math.max(0, Math.min(calls.length - 1, index))
  const before = page.rows[page.chosen]
  before.setAttribute('aria-selected', 'false')
  before.tabIndex = -1
  page.chosen = chosen
  const row = page.rows[chosen]
  row.setAttribute('aria-selected', 'true')
  row.tabIndex = 0
  if (focus) row.focus({ preventScroll: true })
  const scroller = byId('table')
  const top = row.offsetTop - 40
  if (top < scroller.scrollTop || top > scroller.scrollTop + scroller.clientHeight - 80) scroller.scrollTop = top - 60
  page.mark()
  const overview = byId('overview')
  overview.setAttribute('aria-valuenow', chosen + 1)
  overview.setAttribute('aria-valuetext', 'Call ' + (chosen + 1) + ', ' + outcomeOf(calls[chosen]))
  drawCall()
  drawPath()
}

function chooseByKey(event) {
  const at = page.shown.indexOf(page.chosen)
  const targets = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, PageDown: at + 10,
    PageUp: at - 10, Home: 0, End: page.shown.length - 1 }
  const target = targets[event.key]
  if (target === undefined || page.shown.length === 0) return
  event.preventDefault()
  choose(page.shown[Math.max(0, Math.min(page.shown.length - 1, target))], event.currentTarget === byId('table'))
}

function start() {
  drawSummary()
  fillFilters()
  drawTable()
  drawLegend()
  drawOverview()
  byId('shown').textContent = number(calls.length) + ' of ' + number(calls.length) + ' calls'
  byId('overview').setAttribute('aria-valuemin', '1')
  byId('overview').setAttribute('aria-valuemax', String(calls.length))
  byId('scale').addEventListener('change', drawOverview)
  addEventListener('resize', drawOverview)
  for (const id of ['overview', 'table']) byId(id).addEventListener('keydown', chooseByKey)
  byId('theme').addEventListener('click', () => {
    const root = document.documentElement
    const isDark = getComputedStyle(root).colorScheme === 'dark' ||
      (!root.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches)
    root.dataset.theme = isDark ? 'light' : 'dark'
  })
  if (calls.length > 0) choose(0)
  else byId('call').textContent = 'No call was told of.'
}
`
