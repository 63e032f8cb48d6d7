import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRecording, recordRun } from '../../../src/inspect/index.ts'
import type { PlimsollEvent } from '../../../src/observability/index.ts'
import { writeReport } from '../../../src/report/index.ts'
import { EventLog } from '../../observability/event-log.ts'
import { play, situations } from '../../observability/situations.ts'
import { compose } from '../../support/compose.ts'
import { toolLoop } from '../../support/messages.ts'
import { describeWithService, findService } from '../../support/services.ts'

const hostile = `</script><script>document.title = 'ran'</script><img src=x onerror="document.title='ran'">`

/** A thousand calls of a conversation that grows slowly, as events alone. */
async function thousandCalls(): Promise<readonly PlimsollEvent[]> {
  const log = new EventLog()
  const run = compose({ hardLimitBytes: 6_000, triggerMarginBytes: 600 }).openRun({ report: log.report })
  const messages = toolLoop(40)
  for (let call = 0; call < 1_000; call += 1) {
    await run.dispatch(messages.slice(0, 2 + 2 * Math.floor(call / 25)), () => 'sent')
  }
  return log.events
}

/** A run of a growing tool loop, told by its events and its recording. */
async function recordedLoop(rounds: number) {
  const lines: string[] = []
  const log = new EventLog()
  const recorder = recordRun((line) => lines.push(line))
  const run = compose({ hardLimitBytes: 6_000, triggerMarginBytes: 600 }).openRun({
    id: 'loop',
    inspect: recorder.inspect,
    report: [log.report, recorder.report],
  })
  const messages = toolLoop(rounds)
  for (let end = 2; end <= messages.length; end += 2) await run.dispatch(messages.slice(0, end), () => 'sent')
  await run.close()
  return { events: log.events, recording: readRecording(lines.join('')) }
}

async function allSituations(): Promise<readonly PlimsollEvent[]> {
  const log = new EventLog()
  for (const situation of situations) {
    await play(situation, { report: log.report }).sending.catch(() => {})
  }
  return log.events
}

describeWithService('chromium', 'the report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-report-'))
  let browser: Browser

  beforeAll(async () => {
    const executablePath = findService('chromium') ?? ''
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })

  /** Opens a report; what the page asks for and complains of is kept. */
  async function opened(html: string, colorScheme: 'light' | 'dark' = 'light') {
    const path = join(folder, `${Math.random()}.html`)
    writeFileSync(path, html)
    const page = await browser.newPage({ viewport: { width: 1300, height: 900 }, colorScheme })
    const requests: string[] = []
    const problems: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    const url = pathToFileURL(path).href
    await page.goto(url)
    return { page, url, requests, problems }
  }

  const rowsOf = (page: Page) => page.locator('#table tbody tr')

  test('it asks for nothing, complains of nothing, and shows the numbers of the events', async () => {
    const events = await allSituations()
    const { page, url, requests, problems } = await opened(writeReport(events))
    const decided = events.filter(
      (event) => event.type === 'assembly.completed' || event.type === 'assembly.terminated',
    )
    for (const { assemblyId, diagnostics } of decided as Extract<PlimsollEvent, { diagnostics: object }>[]) {
      const row = page.locator(`tr[data-id="${assemblyId}"]`)
      const value = (key: string) => row.locator(`td[data-key=${key}]`).getAttribute('data-value')
      expect(await value('originalSize')).toBe(String(diagnostics.originalSize))
      expect(await value('finalSize')).toBe(String(diagnostics.finalSize))
      expect(await value('attemptCount')).toBe(String(diagnostics.attemptCount))
      expect(await value('rejections')).toBe(String(diagnostics.rejections.length))
      await row.click()
      expect(await page.locator('#stages li').allTextContents()).toEqual(diagnostics.stages)
      const categories = await page
        .locator('#call tr[data-category]')
        .evaluateAll((rows) =>
          rows.map(({ dataset }) => [dataset.category, Number(dataset.size), Number(dataset.entries)]),
        )
      expect(categories).toEqual(
        diagnostics.categories.map(({ category, size, entryCount }) => [category, size, entryCount]),
      )
      expect(await page.locator('#rejections li').allTextContents()).toEqual(
        diagnostics.rejections.map(
          ({ attempt, reasons }) => `attempt ${attempt} rejected: ${reasons.join(', ')}`,
        ),
      )
      expect(await page.locator(`rect.visited[data-state="assembly.${diagnostics.outcome}"]`).count()).toBe(1)
    }
    const started = events.filter(({ type }) => type === 'assembly.started').length
    expect(await rowsOf(page).count()).toBe(started)
    expect(await page.locator('#summary dd[data-key=calls]').getAttribute('data-value')).toBe(String(started))
    expect(requests).toEqual([url])
    expect(problems).toEqual([])
    await page.close()
  })

  test('a recorded call is shown with every state that it went through', async () => {
    const { recording } = await recordedLoop(20)
    const { page } = await opened(writeReport(recording))
    await page.locator('#outcome').selectOption('reduced')
    const visited = await page
      .locator('#path rect.visited')
      .evaluateAll((boxes) => boxes.map(({ dataset }) => dataset.state?.replace('assembly.', '')))
    expect(visited).toEqual(
      [
        ...[
          'snapshot.capturing',
          'snapshot.captured',
          'evict.exhausted',
          'reduce.budgeting',
          'reduce.proposing',
        ],
        ...[
          'reduce.rechecked',
          'verify.judging',
          'verify.accepted',
          'verify.confirming',
          'verify.confirmed',
          'reduced',
        ],
      ].filter((state) => visited.includes(state)),
    )
    expect(visited).toContain('verify.accepted')
    expect(visited).toContain('reduced')
    expect(await page.locator('#path .way').count()).toBeGreaterThan(8)
    await page.close()
  })

  test('the prefix that is kept from call to call is counted', async () => {
    const { events } = await recordedLoop(20)
    const { page } = await opened(writeReport(events))
    expect(await rowsOf(page).nth(0).locator('td').nth(6).textContent()).toBe('-')
    expect(await rowsOf(page).nth(1).locator('td').nth(6).textContent()).toBe('2 of 2')
    await page.close()
  })

  test('everything can be reached and chosen by keys', async () => {
    const { events } = await recordedLoop(20)
    const { page } = await opened(writeReport(events))
    const title = () => page.locator('#call-title').textContent()
    const focused = () => page.evaluate('document.activeElement.id || document.activeElement.tagName')
    const reached: unknown[] = []
    for (let presses = 0; presses < 7; presses += 1) {
      await page.keyboard.press('Tab')
      reached.push(await focused())
    }
    expect(reached).toEqual([
      'theme',
      'scale',
      'overview',
      'outcome',
      'run',
      expect.anything(),
      expect.anything(),
    ])
    await page.locator('#overview').focus()
    await page.keyboard.press('End')
    expect(await title()).toMatch(/^Call 21 of 21: /)
    expect(await page.locator('#overview').getAttribute('aria-valuenow')).toBe('21')
    await page.keyboard.press('ArrowLeft')
    expect(await title()).toMatch(/^Call 20 of 21: /)
    await page.keyboard.press('Home')
    await rowsOf(page).nth(0).focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('TR')
    expect(await title()).toMatch(/^Call 2 of 21: /)
    await page.close()
  })

  test('it is light or dark as the reader’s system is, and can be turned', async () => {
    const { page } = await opened(writeReport([]), 'dark')
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const dark = await ground()
    await page.locator('#theme').press('Enter')
    const light = await ground()
    expect([dark, light]).toEqual(['rgb(20, 23, 27)', 'rgb(251, 251, 250)'])
    await page.locator('#theme').press('Enter')
    expect(await ground()).toBe(dark)
    await page.close()
  })

  test('hostile text is shown as text, wherever it stands', async () => {
    const events = await allSituations()
    const forged = events.map((event) => ({
      ...event,
      runId: hostile,
      agentId: hostile,
      ...('diagnostics' in event
        ? { diagnostics: { ...event.diagnostics, unit: hostile, stages: [hostile], outcome: hostile } }
        : { unit: hostile }),
    })) as unknown as readonly PlimsollEvent[] // as a hostile file has them
    const html = writeReport(forged, {
      title: hostile,
      messagesOf: () => [{ role: 'user', content: hostile }],
    })
    const { page, url, requests, problems } = await opened(html)
    expect(await page.title()).toBe(hostile)
    expect(await page.locator('h1').textContent()).toBe(hostile)
    expect(await page.locator('pre').textContent()).toContain(JSON.stringify(hostile))
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('script').count()).toBe(2)
    expect(requests).toEqual([url])
    expect(problems).toEqual([])
    await page.close()
  })

  test('a thousand calls are painted at once, and stay readable', async () => {
    const html = writeReport(await thousandCalls())
    const { page, problems } = await opened(html)
    const paints = "performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime)"
    await expect.poll(() => page.evaluate(`${paints}.length`)).toBe(1)
    const paint = await page.evaluate(`${paints}[0]`)
    console.log(
      `1,000 calls: ${Buffer.byteLength(html)} bytes, first paint after ${Math.round(Number(paint))} ms`,
    )
    expect(await rowsOf(page).count()).toBe(1_000)
    await page.locator('#overview').focus()
    await page.keyboard.press('End')
    expect(await page.locator('#call-title').textContent()).toMatch(/^Call 1000 of 1000: /)
    expect(await rowsOf(page).nth(999).isVisible()).toBe(true)
    expect(Number(paint)).toBeLessThan(5_000)
    expect(problems).toEqual([])
    await page.close()
  }, 60_000)
})
