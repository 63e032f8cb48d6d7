import { conversationSize } from '../test/corpus/bound-at-limits.ts'
import { corpusNames, readConversation } from '../test/corpus/corpus-files.ts'
import {
  type BoundedOutcome,
  boundOnce,
  composeHeld,
  LastDiagnostics,
  type ProfileName,
  profileNames,
  providerCalls,
} from '../test/support/bound-conversation.ts'

// Run by hand: npx tsx bench/corpus-table.ts
async function main(): Promise<void> {
  await printFiles()
  for (const profile of profileNames) await printSession('pi-before-compaction', profile)
}

/** Each conversation's last call at a quarter of its size. */
async function printFiles(): Promise<void> {
  console.log('| conversation | messages | size | limit | seed defaults | recommended() |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  const counts = new Map<string, number>()
  for (const name of corpusNames()) {
    const { messages } = readConversation(name)
    const size = conversationSize(messages)
    const limit = Math.ceil(size / 4)
    const cells: string[] = []
    for (const profile of profileNames) {
      const { plimsoll, rules } = composeHeld(profile, limit)
      const last = new LastDiagnostics()
      const run = plimsoll.openRun({ report: last.report })
      const bounded = await boundOnce(run, messages, rules, last)
      await run.close()
      count(counts, `${profile}: ${bounded.outcome}`)
      cells.push(describe(bounded, limit))
    }
    console.log(`| ${[name, messages.length, size, limit, ...cells].join(' | ')} |`)
  }
  console.log(
    `\n${[...counts]
      .map(([what, number]) => `${what} ${number}`)
      .sort()
      .join('\n')}`,
  )
}

/** Every provider call of a long session in one run: 96 KiB, margin 16 KiB. */
async function printSession(name: string, profile: ProfileName): Promise<void> {
  if (!corpusNames().includes(name)) return
  const { messages } = readConversation(name)
  const hardLimit = 96 * 1024
  const { plimsoll, rules } = composeHeld(profile, hardLimit, 16 * 1024)
  const last = new LastDiagnostics()
  const run = plimsoll.openRun({ report: last.report })
  const counts = new Map<string, number>()
  const refusals: string[] = []
  const faults: string[] = []
  let largest = 0
  for (const list of providerCalls(messages)) {
    const bounded = await boundOnce(run, Object.freeze(list), rules, last)
    count(counts, bounded.outcome)
    faults.push(...bounded.faults)
    if (bounded.smallest === undefined) largest = Math.max(largest, bounded.size)
    else refusals.push(`${list.length} messages: ${bounded.smallest} required`)
  }
  await run.close()
  const elapsed = await timeSession(messages, profile)
  console.log(`\n${name}, every provider call in one run, ${profile}: limit ${hardLimit}`)
  console.log([...counts].map(([outcome, number]) => `  ${outcome}: ${number}`).join('\n'))
  console.log(
    `  largest size sent: ${largest}; faults found: ${faults.length}; without checks: ${elapsed} ms`,
  )
  for (const refusal of refusals) console.log(`  refused: ${refusal}`)
}

// Once more without the second opinion, which costs more than what it watches.
async function timeSession(
  messages: ReturnType<typeof readConversation>['messages'],
  profile: ProfileName,
): Promise<number> {
  const run = composeHeld(profile, 96 * 1024, 16 * 1024).plimsoll.openRun()
  const lists = providerCalls(messages)
  const start = performance.now()
  for (const list of lists) await run.dispatch(list, () => undefined).catch(() => undefined)
  await run.close()
  return Math.round(performance.now() - start)
}

function describe({ outcome, size, smallest, faults, diagnostics }: BoundedOutcome, limit: number): string {
  const wrong = faults.length === 0 ? '' : ` WRONG: ${faults.join('; ')}`
  if (smallest !== undefined) return `${outcome}: ${smallest} required of ${limit}${wrong}`
  const relief = diagnostics?.stages.filter((stage) => stage.startsWith('relief')) ?? []
  return `${outcome} at ${size}${relief.length > 0 ? ` (${relief.join(', ')})` : ''}${wrong}`
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

await main()
