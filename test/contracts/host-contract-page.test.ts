import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostAdapters } from '../hosts/host-adapters.ts'
import { projectRoot } from '../support/project-files.ts'
import { drawHostPage } from './host-contract-page.ts'

test('the page of the hosts says what the adapters do: run `npx vitest run host-contract-page -u` when it does not', async () => {
  await expect(drawHostPage(hostAdapters)).toMatchFileSnapshot(join(projectRoot, 'docs/reference/hosts.md'))
})
