// Runs every test; arguments go to vitest. The last line is always `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

// The mark that `describeWithService` in test/support/services.ts puts into a suite's title.
const serviceMark = /\[needs (\w+)\]/

function runTests() {
  ensureInstalled(projectRoot)
  ensureInstalled(join(projectRoot, 'test/hosts'))
  ensureInstalled(join(projectRoot, 'visualizations/legacy-inspect'))
  // The suite that installs the packed package needs something to pack.
  if (!existsSync(join(projectRoot, 'dist/index.js'))) {
    process.stderr.write('Building plimsoll ...\n')
    const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--silent'], {
      cwd: projectRoot,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('the build failed')
  }
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  const resultPath = join(folder, 'results.json')
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${resultPath}`,
        ...process.argv.slice(2),
      ],
      { cwd: projectRoot, stdio: 'inherit' },
    )
    return { status: status ?? 1, files: JSON.parse(readFileSync(resultPath, 'utf8')).testResults }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function count({ status, files }) {
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter((test) => test.status === 'passed').length
  const failedTests = tests.filter((test) => test.status === 'failed').length
  // A file that does not load has no failed test, an unhandled error not even a failed file.
  const failedFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = failedTests + failedFiles
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed, tests }
}

function listSuitesLeftOut(tests) {
  const leftOut = new Map()
  for (const test of tests) {
    const title = test.ancestorTitles.find((ancestor) => serviceMark.test(ancestor))
    if (title === undefined || test.status === 'passed' || test.status === 'failed') continue
    leftOut.set(title, serviceMark.exec(title)[1])
  }
  return leftOut
}

let result = { passed: 0, failed: 1, tests: [] }
try {
  result = count(runTests())
} catch (error) {
  process.stderr.write(`${error.message}\n`)
}
for (const [title, service] of listSuitesLeftOut(result.tests)) {
  process.stdout.write(`left out: ${title} (${service} is not on this machine)\n`)
}
process.stdout.write(`${result.passed} passed, ${result.failed} failed\n`)
process.exitCode = result.failed === 0 ? 0 : 1
