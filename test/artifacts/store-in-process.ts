import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'
import { artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'

/** Stores bodies in a folder, each when the other process does, and prints what came of them. */
const [base = '', name = '', count = '0'] = process.argv.slice(2)
const workspace = artifactWorkspace({ storage: createStorage({ driver: fsDriver({ base }) }) })
const results: string[] = []
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
for (let at = 0; at < Number(count); at += 1) {
  const result = await workspace.store(`${at} `.repeat(200_000), {
    owner: name,
    sessionId: 's',
    workspaceId: 'w',
  })
  results.push(result.status)
}
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit())
