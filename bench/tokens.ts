// Errors of the token estimators against what providers billed, and their time on hostile text. By hand:
//   npx tsx bench/tokens.ts [folder of the corpus]
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MeasuredContent, SizeEstimator } from '../src/context/measure.ts'
import { calibrated, tokenizerEstimator, tokenUpperBound } from '../src/tokens/index.ts'
import { type Recording, readRecordings } from './tokens-corpus.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const recordings = readRecordings(process.argv[2] ?? join(root, '../shared/corpus'))
const { countTokens }: { countTokens(text: string, options: { disallowedSpecial: Set<string> }): number } =
  createRequire(join(root, 'test/hosts/package.json'))('gpt-tokenizer/encoding/o200k_base')
const asText = { disallowedSpecial: new Set<string>() }
const o200k = (text: string): number => countTokens(text, asText)

/** For comparison: what many libraries do. */
const quarterCharacters: SizeEstimator = {
  unit: 'estimatedTokens',
  estimate: ({ pieces }) =>
    pieces.reduce(
      (sum, piece) => sum + Math.ceil((piece.type === 'file' ? piece.base64Length : piece.text.length) / 4),
      0,
    ),
}

const makers: Readonly<Record<string, () => SizeEstimator>> = {
  'characters / 4': () => quarterCharacters,
  'tokenizerEstimator(o200k)': () => tokenizerEstimator({ countTokens: o200k }),
  'calibrated(tokenizer)': () => calibrated(tokenizerEstimator({ countTokens: o200k })),
  tokenUpperBound: () => tokenUpperBound(),
  'calibrated(bound, safety 0.3)': () => calibrated(tokenUpperBound(), { safetyFactor: 0.3 }),
}

printUpperBound()
printErrors()
printTimes()

function measure(estimator: SizeEstimator, contents: readonly MeasuredContent[]): number {
  return contents.reduce((sum, content) => sum + estimator.estimate(content), 0)
}

function printUpperBound(): void {
  const bound = tokenUpperBound()
  const rows = recordings.map(({ name, prompts, increments, counted }) => {
    const checked = [
      ...prompts.map(({ contents, reported }) => ({ reported, size: measure(bound, contents) })),
      ...increments
        .filter(({ disturbed }) => !disturbed)
        .map(({ contents, reported }) => ({ reported, size: measure(bound, contents) })),
      ...counted.map(({ content, reported }) => ({ reported, size: bound.estimate(content) })),
    ]
    const ratios = checked.map(({ size, reported }) => size / reported).sort((left, right) => left - right)
    return [
      name,
      prompts.length,
      increments.length,
      increments.filter(({ disturbed }) => disturbed).length,
      increments.filter(
        ({ disturbed, contents, reported }) => disturbed && measure(bound, contents) < reported,
      ).length,
      counted.length,
      checked.filter(({ size, reported }) => size < reported).length,
      ratioText(ratios[0]),
      ratioText(ratios[ratios.length >> 1]),
    ]
  })
  printTable('Upper bound: checks, and violations', [
    [
      'file',
      'whole prompts',
      'increments',
      'left out',
      'of them above',
      'own counts',
      'violations',
      'tightest',
      'median',
    ],
    ...rows,
  ])
}

/** Stretches of at least 1,000 billed tokens, in order, for each file: single increments are mostly framing. */
function stretches({ increments }: Recording): { contents: MeasuredContent[]; reported: number }[] {
  const found: { contents: MeasuredContent[]; reported: number }[] = []
  let contents: MeasuredContent[] = []
  let reported = 0
  for (const increment of increments) {
    if (increment.disturbed) {
      contents = []
      reported = 0
      continue
    }
    contents.push(...increment.contents)
    reported += increment.reported
    if (reported < 1_000) continue
    found.push({ contents, reported })
    contents = []
    reported = 0
  }
  return found
}

function printErrors(): void {
  const rows = Object.entries(makers).flatMap(([label, make]) =>
    [
      { group: 'Llama 4 (openhands)', match: /^openhands-ponyc/ },
      { group: 'Claude (pi)', match: /^pi-/ },
    ].map(({ group, match }) => {
      const ratios: number[] = []
      for (const recording of recordings.filter(({ name }) => match.test(name))) {
        const estimator = make()
        for (const { contents, reported } of stretches(recording)) {
          const estimated = measure(estimator, contents)
          ratios.push(estimated / reported)
          if ('observe' in estimator && typeof estimator.observe === 'function') {
            estimator.observe({ estimated, reported })
          }
        }
      }
      ratios.sort((left, right) => left - right)
      const under = ratios.filter((ratio) => ratio < 1).length
      return [
        label,
        group,
        ratios.length,
        ratioText(ratios[ratios.length >> 1]),
        ratioText(ratios[0]),
        ratioText(ratios.at(-1)),
        `${Math.round((under / ratios.length) * 100)} %`,
      ]
    }),
  )
  printTable('Estimate / billed, stretches of 1,000 tokens and more', [
    ['estimator', 'model', 'stretches', 'median', 'lowest', 'highest', 'too few'],
    ...rows,
  ])
  printTable('Estimate / billed, growth of the prompt since the first answer, from 5,000 tokens on', [
    ['estimator', 'file', 'prompts', 'median', 'lowest', 'highest', 'too few', 'factor at the end'],
    ...Object.entries(makers).flatMap(([label, make]) =>
      recordings
        .filter(({ increments }) => increments.length > 2)
        .map(({ name, increments }) => [label, name, ...growthCells(make(), increments)]),
    ),
  ])
  const whole = recordings.flatMap(({ prompts }) => prompts)
  const wholeRows = Object.entries(makers).map(([label, make]) => {
    const estimator = make()
    const ratios = whole.map(({ contents, reported }) => measure(estimator, contents) / reported)
    ratios.sort((left, right) => left - right)
    return [
      label,
      ratios.length,
      ratioText(ratios[ratios.length >> 1]),
      ratioText(ratios[0]),
      ratioText(ratios.at(-1)),
    ]
  })
  printTable('Estimate / billed, whole prompts with their tools (nothing learned)', [
    ['estimator', 'prompts', 'median', 'lowest', 'highest'],
    ...wholeRows,
  ])
}

/** What a limit is held against: the whole list, without what was there before the first answer and isn't in the file. */
function growthCells(estimator: SizeEstimator, increments: Recording['increments']): (string | number)[] {
  const ratios: number[] = []
  let contents: MeasuredContent[] = []
  let reported = 0
  for (const increment of increments) {
    // The agent compacted here: what it sent from then on isn't what stands in the file, so growth begins anew.
    if (increment.reported < -5_000) {
      contents = []
      reported = 0
      continue
    }
    contents.push(...increment.contents)
    reported += increment.reported
    if (reported < 5_000) continue
    const estimated = measure(estimator, contents)
    ratios.push(estimated / reported)
    if ('observe' in estimator && typeof estimator.observe === 'function')
      estimator.observe({ estimated, reported })
  }
  ratios.sort((left, right) => left - right)
  return [
    ratios.length,
    ratioText(ratios[ratios.length >> 1]),
    ratioText(ratios[0]),
    ratioText(ratios.at(-1)),
    ratios.filter((ratio) => ratio < 1).length,
    'factor' in estimator ? ratioText(Number(estimator.factor)) : '-',
  ]
}

function printTimes(): void {
  const size = 1_000_000
  const texts: Readonly<Record<string, string>> = {
    prose: 'The quick brown fox jumps over the lazy dog. '.repeat(size / 45),
    'one letter': 'a'.repeat(size),
    spaces: ' '.repeat(size),
    base64: Array.from(
      { length: size },
      (_, at) => 'ABCDEFGHIJKLMNOPabcdefgh0123+/xyz'[(at * at + at * 7) % 33],
    ).join(''),
    'special tokens': '<|endoftext|>'.repeat(size / 13),
    'lone surrogates': '\ud800'.repeat(size),
    'combining marks': 'a'.concat('\u0301\u0323'.repeat(size / 2)),
    Chinese: '模型会以一种称为词元的粒度处理输入'.repeat(size / 17),
  }
  const rows = Object.entries(texts).flatMap(([label, text]) => {
    const content: MeasuredContent = { role: 'tool', pieces: [{ type: 'resultContent', text }] }
    let calls = 0
    const counting = (piece: string): number => {
      calls += 1
      return o200k(piece)
    }
    const estimator = tokenizerEstimator({ countTokens: counting })
    const unlimited = tokenizerEstimator({ countTokens: o200k, timeLimitMs: 600_000 })
    const cold = timed(() => estimator.estimate(content))
    const warm = timed(() => estimator.estimate(content))
    const full = timed(() => unlimited.estimate(content))
    const bound = timed(() => tokenUpperBound().estimate(content))
    return [
      [
        label,
        ms(bound),
        bound.value,
        ms(cold),
        cold.value,
        calls,
        estimator.fallbacks.outOfTime,
        ms(warm),
        ms(full),
        full.value,
      ],
    ]
  })
  printTable('Time on 1,000,000 characters', [
    [
      'text',
      'bound ms',
      'bound',
      'tokenizer ms',
      'tokens',
      'pieces',
      'out of time',
      'again ms',
      'no time limit ms',
      'tokens',
    ],
    ...rows,
  ])
}

function timed(act: () => number): { readonly value: number; readonly milliseconds: number } {
  const started = performance.now()
  const value = act()
  return { value, milliseconds: performance.now() - started }
}

function ms({ milliseconds }: { readonly milliseconds: number }): string {
  return milliseconds.toFixed(1)
}

function ratioText(ratio: number | undefined): string {
  return ratio === undefined ? '-' : ratio.toFixed(2)
}

function printTable(title: string, [header = [], ...rows]: readonly (readonly (string | number)[])[]): void {
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`\n${title}\n\n${lines.join('\n')}\n`)
}
