import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { inspectRun, type OpenInspector, openInspector } from '../../src/inspect/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'
import { listFiles, projectRoot, readProjectFile } from '../support/project-files.ts'
import { playing, record, situationNamed, statesOf } from './recorded-run.ts'

const large = [user(bytes(600)), user(bytes(600)), user('new')]
const open: OpenInspector[] = []
const runFile = promisify(execFile)

async function opened(): Promise<OpenInspector> {
  const inspector = await openInspector()
  open.push(inspector)
  return inspector
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((inspector) => inspector.stop()))
})

/** Reads the stream of frames until the relay ends it. */
async function readFrames(url: string): Promise<Parameters<typeof statesOf>[0]> {
  const text = await (await fetch(`${url}frames`)).text()
  return text.split('\n\n').flatMap((part) => (part.startsWith('data: ') ? [JSON.parse(part.slice(6))] : []))
}

function statusOf(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers, method }, (response) => {
      response.destroy()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

test('one call opens a run and shows it, to pages that come early and late', async () => {
  const { run, url, stop } = await inspectRun(compose(), { id: 'run-1' })
  const early = readFrames(url)
  await run.dispatch(large, () => 'sent')
  const late = readFrames(url)
  // Both have the answer's head once a frame more was sent after they asked.
  await statusOf(url)
  await stop()
  await stop()
  const states = ['snapshot.capturing', 'reduce.proposing', 'verify.judging', 'verify.confirming', 'reduced']
  expect(statesOf(await early)).toEqual(states)
  expect(statesOf(await late)).toEqual(states)
  await expect(fetch(url)).rejects.toThrowError()
})

test('a recording can be shown', async () => {
  const inspector = await opened()
  inspector.replay(await record(playing(situationNamed('the list is within the limit'))))
  const frames = readFrames(inspector.url)
  await statusOf(inspector.url)
  await inspector.stop()
  expect(statesOf(await frames)).toEqual(['snapshot.capturing', 'verify.confirming', 'withinLimit'])
})

test('the relay answers this machine alone, under its secret path, and no other site', async () => {
  const { url } = await opened()
  const { port } = new URL(url)
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(await statusOf(url)).toBe(200)
  expect(await statusOf(`http://127.0.0.1:${port}/`)).toBe(404)
  expect(await statusOf(`http://127.0.0.1:${port}/frames`)).toBe(404)
  expect(await statusOf(url, { host: 'evil.example' })).toBe(404)
  expect(await statusOf(url, {}, 'POST')).toBe(404)
  expect(await statusOf(`${url}other`)).toBe(404)
  const page = await fetch(url)
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
  expect(page.headers.get('content-security-policy')).toContain(
    "default-src 'none'; frame-src https://stately.ai;",
  )
  expect(await page.text()).toContain('src="https://stately.ai/inspect"')
})

test('nothing of it can open a browser, or listens elsewhere', () => {
  const sources = listFiles('src/inspect').map(readProjectFile)
  expect(sources.length).toBeGreaterThan(8)
  for (const source of sources) {
    expect(source).not.toMatch(/child_process|@statelyai\/inspect\/server|createBrowserInspector|0\.0\.0\.0/)
  }
})

test('who forgets to stop it is not kept alive', async () => {
  const script = `const { openInspector } = await import(${JSON.stringify(join(projectRoot, 'src/inspect/index.ts'))})
    process.stdout.write((await openInspector()).url)`
  const { stdout } = await runFile(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    {
      cwd: projectRoot,
      timeout: 15_000,
    },
  )
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:/)
}, 20_000)

test('options that a run refuses leave no relay behind', async () => {
  await expect(inspectRun(compose(), { id: 'not an id' })).rejects.toMatchObject({ code: 'profile' })
})

test('a port that is taken is an error', async () => {
  const { url } = await opened()
  await expect(openInspector({ port: Number(new URL(url).port) })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
