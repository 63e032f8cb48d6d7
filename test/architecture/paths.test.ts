import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, projectRoot, readProjectFile } from '../support/project-files.ts'
import { findMachinePaths } from './paths.ts'

test('no file of the project names a folder of one machine or a registry', () => {
  const files = listProjectFiles().filter((path) => existsSync(join(projectRoot, path)))
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap((path) => {
    const text = readProjectFile(path)
    return text.includes('\0') ? [] : findMachinePaths(path, text)
  })
  expect(found).toEqual([])
})

test.each([
  ['tmp', 'results'],
  ['root', 'project'],
  ['home', 'someone'],
])('a path into /%s is found with its line', (...folders) => {
  const path = `/${folders.join('/')}`
  expect(findMachinePaths('docs/guide.md', `first\nsee '${path}'`)).toEqual([
    expect.stringMatching(/^docs\/guide\.md:2: /),
  ])
})

test('a registry host is found', () => {
  const host = ['registry', 'example', 'org'].join('.')
  expect(findMachinePaths('package-lock.json', `"resolved": "https://${host}/zod"`)).toHaveLength(1)
})

test('web addresses and relative paths are left alone', () => {
  const text = 'https://example.org/home/page ./tmp/file node_modules/root/index.js'
  expect(findMachinePaths('README.md', text)).toEqual([])
})

/** What git tracks or would track; in an unpacked archive, everything that is not generated. */
function listProjectFiles(): string[] {
  try {
    const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\0').filter((path) => path !== '')
  } catch {
    return listFiles('.')
  }
}
