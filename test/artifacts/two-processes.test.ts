import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'
import { expect, onTestFinished, test } from 'vitest'
import { artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'
import { digestText } from '../../src/context/artifact-reference.ts'
import { projectRoot } from '../support/project-files.ts'

const count = 12

test('two processes store the same bodies in one folder at once, and each finds them whole', {
  timeout: 60_000,
}, async () => {
  const base = mkdtempSync(join(tmpdir(), 'plimsoll-two-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const writers = ['ada', 'bob', 'ada'].map((name) => start(base, name))
  await Promise.all(writers.map(({ lines }) => lines.next()))
  for (const { child } of writers) child.stdin.write('go\n')
  const answers = await Promise.all(writers.map(({ lines }) => lines.next()))

  for (const { value } of answers) {
    const statuses: unknown = JSON.parse(String(value))
    expect(statuses).toEqual(
      Array.from({ length: count }, () => expect.stringMatching(/^(stored|existing)$/)),
    )
  }
  const workspace = artifactWorkspace({ storage: createStorage({ driver: fsDriver({ base }) }) })
  for (const owner of ['ada', 'bob']) {
    const found = await workspace.read(digestText('7 '.repeat(200_000)), {
      owner,
      sessionId: 's',
      workspaceId: 'w',
    })
    expect(found.status).toBe('found')
  }
  const statuses: string[] = []
  for await (const { status } of workspace.verify()) statuses.push(status)
  expect(statuses).toEqual(Array(count).fill('intact'))
})

function start(
  base: string,
  name: string,
): { child: ChildProcessWithoutNullStreams; lines: AsyncIterator<string> } {
  const script = join(projectRoot, 'test/artifacts/store-in-process.ts')
  const loader = join(projectRoot, 'node_modules/tsx/dist/loader.mjs')
  const child = spawn(process.execPath, ['--import', loader, script, base, name, String(count)])
  child.stderr.resume()
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'exit')
  })
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}
