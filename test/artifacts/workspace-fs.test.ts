import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fsDriver from 'unstorage/drivers/fs'
import { describeWorkspaceContract } from '../contracts/workspace-contract.ts'

describeWorkspaceContract('a folder', async () => {
  const base = mkdtempSync(join(tmpdir(), 'plimsoll-workspace-'))
  return { driver: fsDriver({ base }), close: () => rmSync(base, { recursive: true, force: true }) }
})
