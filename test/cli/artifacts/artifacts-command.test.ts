import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'
import { describe, expect, test } from 'vitest'
import { artifactKeys } from '../../../src/artifacts/artifact-keys.ts'
import { artifactWorkspace } from '../../../src/artifacts/artifact-workspace.ts'
import type { ArtifactOwner } from '../../../src/artifacts/workspace.ts'
import { digestText } from '../../../src/context/artifact-reference.ts'
import { formatReference } from '../../../src/context/references.ts'
import { jsonLines, runCli, temporaryFolder } from '../run-cli.ts'

const ada: ArtifactOwner = { owner: 'kanarie-ada', sessionId: 's1', workspaceId: 'w1' }
const adaFlags = ['--owner', 'kanarie-ada', '--session', 's1', '--workspace-id', 'w1']
const body = 'kanarie: aé€🦉 \u001b[31mred\n'
const reference = formatReference(digestText(body))

/** A folder with an artifact of ada's, and one of a run without a trust binding. */
async function storedFolder(prefix = 'artifacts'): Promise<string> {
  const base = temporaryFolder()
  const storage = createStorage({ driver: fsDriver({ base }) })
  const workspace = artifactWorkspace({ storage, prefix, clock: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) })
  await workspace.store(body, ada, { tool: 'look\u001b[2J' })
  await workspace.store('open to all', null)
  return base
}

function tamper(base: string, text = body): void {
  writeFileSync(join(base, artifactKeys('artifacts').bodyOf(digestText(text)).replaceAll(':', '/')), 'other')
}

describe('plimsoll artifacts list', () => {
  test('shows a row for each artifact, in the order of the digests, without content', async () => {
    const { exitCode, output, errors } = await runCli(['artifacts', 'list', '--fs', await storedFolder()])
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
    const open = formatReference(digestText('open to all'))
    const rows = [
      `${reference}        29 B  2026-01-02T03:04:05Z  look [2J`,
      `${open}        11 B  2026-01-02T03:04:05Z  -`,
    ]
    expect(output.split('\n').slice(2)).toEqual([...rows.sort(), '', '2 artifacts, 40 B', ''])
    expect(output).not.toContain('kanarie')
    expect(output).not.toContain('\u001b')
  })

  test('tells the same as JSON', async () => {
    const { output } = await runCli([
      'artifacts',
      'list',
      '--json',
      '--fs',
      await storedFolder(),
      ...adaFlags,
    ])
    expect(jsonLines(output)).toEqual([
      {
        type: 'artifact',
        reference,
        bytes: Buffer.byteLength(body),
        storedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
        tool: 'look\u001b[2J',
      },
      { type: 'summary', artifacts: 1, bytes: Buffer.byteLength(body) },
    ])
  })

  test('finds what has another prefix only under it', async () => {
    const base = await storedFolder('team:one')
    expect((await runCli(['artifacts', 'list', '--fs', base])).output).toContain('\n0 artifacts, 0 B\n')
    const { output } = await runCli(['artifacts', 'list', '--fs', base, '--prefix', 'team:one'])
    expect(output).toContain('2 artifacts')
  })
})

describe('plimsoll artifacts verify', () => {
  test('finds everything intact', async () => {
    const { exitCode, output } = await runCli(['artifacts', 'verify', '--fs', await storedFolder()])
    expect(exitCode).toBe(0)
    expect(output).toContain(`${reference}  intact\n`)
    expect(output).toMatch(/\nintact 2, stale 0, missing 0, unreadable 0\n$/)
  })

  test('ends with 3 when something is stale', async () => {
    const base = await storedFolder()
    tamper(base)
    const { exitCode, output } = await runCli(['artifacts', 'verify', '--json', '--fs', base])
    expect(exitCode).toBe(3)
    expect(jsonLines(output)).toContainEqual({ type: 'check', reference, status: 'stale' })
    expect(jsonLines(output).at(-1)).toEqual({
      type: 'summary',
      intact: 1,
      stale: 1,
      missing: 0,
      unreadable: 0,
    })
  })

  test('looks only at what an owner has, when one is named', async () => {
    const base = await storedFolder()
    tamper(base, 'open to all')
    expect((await runCli(['artifacts', 'verify', '--fs', base, ...adaFlags])).exitCode).toBe(0)
  })
})

describe('plimsoll artifacts show', () => {
  const show = async (base: string, ...words: readonly string[]) =>
    runCli(['artifacts', 'show', reference, '--fs', base, ...words])

  test('prints the content so that a terminal acts on nothing in it', async () => {
    const { exitCode, output } = await show(await storedFolder(), ...adaFlags)
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: 'kanarie: aé€🦉 \\u001b[31mred\n' })
  })

  test('prints it as it is when it is asked to', async () => {
    expect((await show(await storedFolder(), '--raw', ...adaFlags)).output).toBe(body)
  })

  test('prints a range of it', async () => {
    const { output } = await show(await storedFolder(), '--json', '--range', '9:13', ...adaFlags)
    expect(jsonLines(output)).toEqual([
      { type: 'content', reference, bytes: Buffer.byteLength(body), range: [9, 12], text: 'aé' },
    ])
  })

  test('prints nothing that is stale', async () => {
    const base = await storedFolder()
    tamper(base)
    const { exitCode, output, errors } = await show(base, ...adaFlags)
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '' })
    expect(errors).toMatch(/^plimsoll: .*stale.*\n$/)
  })
})

const missing = formatReference('0'.repeat(64))
test.each([
  [['list'], /--fs: is missing/],
  [['list', '--fs', '/nowhere/at/all'], /\/nowhere\/at\/all: is no folder/],
  [['list', '--fs', '.', '--prefix', '../x'], /--prefix: '\.\.\/x' is no prefix/],
  [['list', '--fs', '.', '--owner', 'a'], /--owner: goes with --session and --workspace-id/],
  [['verify', '--fs', '.', '--session', 'a', '--workspace-id', 'b'], /give all three, or none/],
  [['show', '--fs', '.'], /missing required argument 'reference'/],
  [['show', 'sha256', '--fs', '.'], /reference: 'sha256' is no reference; write artifact/],
  [['show', reference.toUpperCase(), '--fs', '.'], /is no reference/],
  [['show', missing, '--fs', '.', '--range', '5:4'], /--range: '5:4' is no range/],
  [['show', missing, '--fs', '.', '--range', '5'], /--range: '5' is no range/],
  [['show', missing, '--fs', '.'], /reference: is not stored here/],
  [[], /artifacts: '' is unknown; choose one of list, verify, show/],
  [['sink'], /artifacts: 'sink' is unknown; choose one of list, verify, show/],
])('artifacts %j ends with 2 and one line', async (words, says) => {
  const { exitCode, output, errors } = await runCli(['artifacts', ...words])
  expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' })
  expect(errors).toMatch(says)
  expect(errors).toMatch(/^plimsoll: [^\n]+\n$/)
})

test('what another owner stored is not shown', async () => {
  const { exitCode, output, errors } = await runCli([
    'artifacts',
    'show',
    reference,
    '--fs',
    await storedFolder(),
  ])
  expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' })
  expect(errors).toContain('not for this owner')
})
