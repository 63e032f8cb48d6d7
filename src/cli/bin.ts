#!/usr/bin/env node
import { OutputClosed } from './command-io.ts'
import { exitCodes } from './exit-codes.ts'
import { runCommand } from './run-command.ts'

const patienceMs = 300
const interruption = new AbortController()

process.once('SIGINT', () => {
  interruption.abort()
  // What waits for its input or output doesn't hear of it.
  setTimeout(() => process.exit(exitCodes.interrupted), patienceMs).unref()
})
// Without a listener, a reader that is gone would be an exception; who writes hears of it as well.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

void runCommand(process.argv.slice(2), {
  input: process.stdin,
  isInputTerminal: process.stdin.isTTY === true,
  writeOutput: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(new OutputClosed()) : resolve()))
    }),
  writeError: (text) => void process.stderr.write(text),
  isErrorTerminal: process.stderr.isTTY === true,
  signal: interruption.signal,
}).then((exitCode) => {
  // Open input keeps a process alive that has nothing more to say.
  process.stdin.destroy()
  process.exitCode = exitCode
})
