import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateText, isStepCount } from 'ai'
import { type AssemblyDiagnostics, createPlimsoll, findPlimsollError, kibibytes, recommended } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { chooseModel } from './choose-model.ts'
import { Folder } from './folder.ts'
import { readArguments, UsageError, usage } from './read-arguments.ts'
import { scriptedModel } from './scripted-model.ts'
import { sizeText, summaryLine, tableHead, tableRow } from './table.ts'
import { folderTools } from './tools.ts'
import { measureTour, planTour } from './tour.ts'

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const usualLimitBytes = kibibytes(48)
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function main(words: readonly string[]): Promise<void> {
  const { path, limitBytes, model: modelName, help } = readArguments(words, repository)
  if (help) {
    print(usage)
    return
  }
  const folder = new Folder(path)
  const tour = planTour(folder)
  const model = modelName === undefined ? scriptedModel(tour) : await chooseModel(modelName)
  const hardLimitBytes = limitBytes ?? limitFor(measureTour(folder, tour))

  print(`${modelName ?? 'A scripted model'} looks around in ${path}; hard limit ${sizeText(hardLimitBytes)}.`)
  if (limitBytes === undefined && hardLimitBytes !== usualLimitBytes) {
    print(
      `(The limit is fitted to this folder; the usual one is ${sizeText(usualLimitBytes)}. Choose one with --limit.)`,
    )
  }
  print(`\n${tableHead}`)

  const calls: AssemblyDiagnostics[] = []
  const plimsoll = createPlimsoll(recommended({ hardLimitBytes }))
  await using run = plimsoll.openRun({
    report: (event) => {
      if (event.type !== 'assembly.composed' && event.type !== 'assembly.terminated') return
      calls.push(event.diagnostics)
      print(tableRow(calls.length, event.diagnostics))
    },
  })
  try {
    const result = await generateText({
      model: boundModel(model, run),
      tools: folderTools(folder),
      stopWhen: isStepCount(60),
      instructions: 'You look around in a folder with your tools. Answer in a few plain sentences.',
      prompt: 'What is in this folder? Look at its layout, read some files, and search where that helps.',
    })
    print(`\nAnswer: ${result.text}`)
    print(`The agent still holds all ${result.responseMessages.length + 1} messages of its history.`)
  } finally {
    if (calls.length > 0) print(summaryLine(calls))
  }
}

/** 48 KiB, or so much less that a small folder's tour crosses it too, but more than its largest step. */
function limitFor(roundBytes: readonly number[]): number {
  const twoThirds = (roundBytes.reduce((sum, bytes) => sum + bytes, 0) * 2) / 3
  const needed = Math.max(...roundBytes) * 1.5 + 1_600
  return Math.ceil(Math.min(usualLimitBytes, Math.max(twoThirds, needed)))
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const refusal = findPlimsollError(error)
  const [line] = (refusal ?? (error instanceof Error ? error : new Error(String(error)))).message.split('\n')
  process.stderr.write(`${line}\n`)
  process.exitCode = error instanceof UsageError ? 2 : refusal ? 3 : 1
}
