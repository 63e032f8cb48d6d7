import memoryDriver from 'unstorage/drivers/memory'
import { expect, test } from 'vitest'
import { artifactWorkspace } from '../../src/artifacts/artifact-workspace.ts'
import { digestText } from '../../src/context/artifact-reference.ts'
import { ArtifactError } from '../../src/errors/artifact-error.ts'
import { describeWorkspaceContract } from '../contracts/workspace-contract.ts'

describeWorkspaceContract('memory', async () => ({ driver: memoryDriver(), close: () => {} }))

test('a workspace without a storage keeps artifacts in memory, apart from every other one', async () => {
  const workspace = artifactWorkspace()
  await workspace.store('text', null)
  expect(await workspace.read(digestText('text'), null)).toMatchObject({ status: 'found', body: 'text' })
  expect(await artifactWorkspace().read(digestText('text'), null)).toEqual({ status: 'missing' })
})

test.each(['', ':', 'a::b', '../a', 'a/b', 'a b', 'a:', 'a?b'])('%j is no prefix', (prefix) => {
  expect(() => artifactWorkspace({ prefix })).toThrow(ArtifactError)
})

test.each([-1, Number.NaN])('an age of %d is none', async (olderThanMs) => {
  await expect(artifactWorkspace().retain({ keep: [], olderThanMs })).rejects.toMatchObject({
    code: 'artifact',
    problem: 'invalidSize',
  })
})
