/** What runs in the page: the summary, the picture of all calls, and their table. Text is only ever set as text. */
export const overviewScript = `
const { calls, artifacts, chart } = JSON.parse(document.getElementById('data').textContent)
const byId = (id) => document.getElementById(id)
const number = (value) => value.toLocaleString('en-US')
const svgSpace = 'http://www.w3.org/2000/svg'
const fill = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(name, value)
  for (const child of children) node.append(child)
  return node
}
const el = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children)
const draw = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(svgSpace, name), attributes, children)
const outcomeOf = (call) => (call.diagnostics ? call.diagnostics.outcome : 'undecided')
const isRefused = (call) => ['irreducible', 'concurrentMutationLimit'].includes(outcomeOf(call))
const toneOf = (call) =>
  outcomeOf(call) === 'withinLimit' || outcomeOf(call) === 'reduced'
    ? 'good'
    : isRefused(call) ? 'bad' : 'warn'
const partsOf = ({ diagnostics }) => {
  if (!diagnostics) return []
  if (diagnostics.categories.length > 0 || diagnostics.finalSize === 0) return diagnostics.categories
  return [{ category: 'unclassified', size: diagnostics.finalSize, entryCount: 0 }]
}
const page = { chosen: 0, shown: calls.map((_, index) => index), rows: [] }

function drawSummary() {
  const decided = calls.flatMap(({ diagnostics }) => (diagnostics ? [diagnostics] : []))
  const largest = (key) => Math.max(0, ...decided.map((each) => each[key]))
  const sum = (values) => values.reduce((total, value) => total + value, 0)
  const facts = [['Calls', 'calls', calls.length], ['Runs', 'runs', new Set(calls.map(({ runId }) => runId)).size]]
  for (const outcome of new Set(calls.map(outcomeOf)))
    facts.push([outcome, outcome, calls.filter((call) => outcomeOf(call) === outcome).length])
  facts.push(
    ['Largest that came in', 'largestOriginal', largest('originalSize')],
    ['Largest decided', 'largestFinal', largest('finalSize')],
    ['Attempts', 'attempts', sum(decided.map(({ attemptCount }) => attemptCount))],
    ['Rejected attempts', 'rejections', sum(decided.map(({ rejections }) => rejections.length))],
  )
  for (const [name, counts] of [['Results', artifacts.offloads], ['Read back', artifacts.rehydrations]])
    for (const [outcome, count] of Object.entries(counts)) facts.push([name + ': ' + outcome, outcome, count])
  if (artifacts.offloadedBytes > 0) facts.push(['Bytes offloaded', 'offloadedBytes', artifacts.offloadedBytes])
  if (artifacts.deliveredBytes > 0) facts.push(['Bytes read back', 'deliveredBytes', artifacts.deliveredBytes])
  for (const [label, key, value] of facts)
    byId('summary').append(
      el('div', {}, el('dt', {}, label), el('dd', { 'data-key': key, 'data-value': value }, number(value))),
    )
}

const view = { width: 1200, height: 300, left: 76, right: 8, top: 10, bottom: 24 }
function scaleOf() {
  const decided = calls.flatMap(({ diagnostics }) => (diagnostics ? [diagnostics] : []))
  const sizes = [...calls.map(({ hardLimit }) => hardLimit * 1.15), ...decided.map(({ finalSize }) => finalSize)]
  if (byId('scale').checked) sizes.push(...decided.map(({ originalSize }) => originalSize))
  const top = Math.max(1, ...sizes)
  const step = (view.width - view.left - view.right) / Math.max(1, calls.length)
  const height = view.height - view.top - view.bottom
  return {
    top, step,
    x: (index) => view.left + index * step,
    y: (size) => view.height - view.bottom - (Math.min(size, top) / top) * height,
  }
}

function drawOverview() {
  view.width = Math.max(400, byId('overview').clientWidth)
  const { top, step, x, y } = scaleOf()
  const picture = draw('svg', { viewBox: '0 0 ' + view.width + ' ' + view.height, 'aria-hidden': 'true' })
  for (let share = 0; share <= 4; share += 1) {
    const size = Math.round((top / 4) * share)
    picture.append(
      draw('line', { class: 'grid', x1: view.left, x2: view.width - view.right, y1: y(size), y2: y(size) }),
      draw('text', { class: 'soft', x: view.left - 6, y: y(size) + 4, 'text-anchor': 'end' }, number(size)),
    )
  }
  const bar = step > 3 ? step * 0.82 : step
  const paths = new Map()
  calls.forEach((call, index) => {
    let below = 0
    for (const { category, size } of partsOf(call)) {
      const from = y(below)
      below += size
      const piece = 'M' + x(index).toFixed(2) + ' ' + from.toFixed(2) + 'V' + y(below).toFixed(2) + 'h' + bar.toFixed(2) + 'V' + from.toFixed(2) + 'z'
      paths.set(category, (paths.get(category) ?? '') + piece)
    }
  })
  for (const [category, d] of paths) picture.append(draw('path', { class: 'c-' + category, d }))
  const stairs = (sizeOf) => {
    let d = ''
    let broken = true
    calls.forEach((call, index) => {
      const size = sizeOf(call)
      if (size === null || size > top) broken = true
      else {
        d += (broken ? 'M' : 'L') + x(index).toFixed(2) + ' ' + y(size).toFixed(2) + 'h' + step.toFixed(2)
        broken = false
      }
    })
    return d
  }
  picture.append(
    draw('path', { class: 'original', d: stairs(({ diagnostics }) => diagnostics && diagnostics.originalSize) }),
    draw('path', { class: 'threshold', d: stairs(({ triggerThreshold }) => triggerThreshold) }),
    draw('path', { class: 'limit', d: stairs(({ hardLimit }) => hardLimit) }),
  )
  calls.forEach((call, index) => {
    if (!isRefused(call)) return
    const middle = x(index) + bar / 2
    const base = view.height - view.bottom
    picture.append(draw('path', { class: 'refused', d: 'M' + middle + ' ' + (base + 3) + 'l5 10h-10z' }))
  })
  const beyond = calls.filter(({ diagnostics }) => diagnostics && diagnostics.originalSize > top).length
  byId('beyond').textContent = beyond === 0 ? '' : 'In ' + number(beyond) + ' calls, what came in is above the picture.'
  const marker = draw('rect', { class: 'marker', y: view.top, height: view.height - view.top - view.bottom, width: Math.max(3, step) })
  picture.append(marker)
  page.mark = () => marker.setAttribute('x', x(page.chosen) - Math.max(0, 3 - step) / 2)
  byId('overview').replaceChildren(picture)
  if (calls.length > 0) page.mark()
  picture.addEventListener('click', ({ clientX }) => {
    const box = picture.getBoundingClientRect()
    const at = ((clientX - box.left) / box.width) * view.width
    choose(Math.floor((at - view.left) / step))
  })
}

function drawLegend() {
  const seen = new Set(calls.flatMap((call) => partsOf(call).map(({ category }) => category)))
  const key = (shape) => draw('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, shape)
  const line = (kind) => key(draw('line', { class: kind, x1: 0, x2: 12, y1: 6, y2: 6 }))
  const add = (mark, text) => byId('legend').append(el('li', {}, mark, text))
  for (const category of seen) add(key(draw('rect', { class: 'c-' + category, width: 12, height: 12 })), category)
  add(line('limit'), 'hard limit')
  add(line('threshold'), 'threshold')
  add(line('original'), 'came in')
  add(key(draw('path', { class: 'refused', d: 'M6 1l5 10h-10z' })), 'refused: nothing was sent')
}

function drawTable() {
  const body = document.querySelector('#table tbody')
  page.rows = calls.map((call, index) => {
    const { diagnostics, prefix, milliseconds } = call
    const cell = (key, value) => el('td', { 'data-key': key, 'data-value': value }, value === null ? '-' : number(value))
    const row = el(
      'tr', { tabindex: '-1', 'aria-selected': 'false', 'data-id': call.id },
      el('td', {}, String(index + 1)),
      el('td', {}, el('span', { class: 'outcome ' + toneOf(call) }, outcomeOf(call))),
      cell('originalSize', diagnostics && diagnostics.originalSize),
      cell('finalSize', diagnostics && diagnostics.finalSize),
      cell('attemptCount', diagnostics && diagnostics.attemptCount),
      cell('rejections', diagnostics && diagnostics.rejections.length),
      el('td', {}, prefix ? number(prefix.kept) + ' of ' + number(prefix.of) : '-'),
      cell('milliseconds', milliseconds),
    )
    row.addEventListener('click', () => choose(index))
    return row
  })
  body.append(...page.rows)
}

function fillFilters() {
  for (const [id, of] of [['outcome', outcomeOf], ['run', ({ runId }) => runId]]) {
    for (const value of new Set(calls.map(of))) byId(id).append(el('option', { value }, value))
    byId(id).addEventListener('change', filter)
  }
}

function filter() {
  const outcome = byId('outcome').value
  const run = byId('run').value
  page.shown = []
  calls.forEach((call, index) => {
    const isShown = (outcome === '' || outcomeOf(call) === outcome) && (run === '' || call.runId === run)
    page.rows[index].hidden = !isShown
    if (isShown) page.shown.push(index)
  })
  byId('shown').textContent = number(page.shown.length) + ' of ' + number(calls.length) + ' calls'
  if (page.shown.length > 0 && !page.shown.includes(page.chosen)) choose(page.shown[0])
}
`
