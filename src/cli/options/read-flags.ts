import type { CommandIo } from '../command-io.ts'
import { shapeNames } from '../input/shape-names.ts'
import { type BoundOptions, presets } from './bound-options.ts'
import { parseChoice } from './parse-choice.ts'
import { parseCount } from './parse-count.ts'
import { parseReducer } from './parse-reducer.ts'
import { parseSize } from './parse-size.ts'
import { readConfigFile } from './read-config-file.ts'

/** Flags of `assemble` and `replay`, as they were written. */
export interface Flags {
  readonly hardLimit?: string
  readonly triggerMargin?: string
  readonly retain?: string
  readonly attempts?: string
  readonly reducer?: string
  readonly preset?: string
  readonly relief?: string
  readonly onBrokenSequence?: string
  readonly memory?: true
  readonly dialect?: string
  readonly pick?: string
  readonly config?: string
  readonly json?: true
  readonly showMessages?: true
}

const reliefSteps = { elide: 'elide', 'shrink-retention': 'shrinkRetention' } as const

/**
 * What flags and the configuration file say together; a flag wins.
 *
 * @throws InputError naming the flag, or the file and the path in it
 */
export async function readFlags(flags: Flags, io: CommandIo): Promise<BoundOptions> {
  const file = flags.config === undefined ? {} : await readConfigFile(flags.config, io)
  const given: { -readonly [K in keyof BoundOptions]: BoundOptions[K] } = { ...file }
  const { hardLimit, triggerMargin, retain, attempts, reducer, preset, relief, onBrokenSequence } = flags
  if (hardLimit !== undefined) given.hardLimit = parseSize(hardLimit, '--hard-limit')
  if (triggerMargin !== undefined) given.triggerMargin = parseSize(triggerMargin, '--trigger-margin')
  if (retain !== undefined) given.retain = parseCount(retain, '--retain', 0)
  if (attempts !== undefined) given.attempts = parseCount(attempts, '--attempts', 1)
  if (reducer !== undefined) given.reducer = parseReducer(reducer, '--reducer')
  if (preset !== undefined) given.preset = parseChoice(preset, '--preset', presets)
  if (relief !== undefined) given.relief = parseRelief(relief)
  if (onBrokenSequence !== undefined) {
    const choices = ['pass', 'repair', 'terminate'] as const
    given.onBrokenSequence = parseChoice(onBrokenSequence, '--on-broken-sequence', choices)
  }
  if (flags.dialect !== undefined) given.dialect = parseChoice(flags.dialect, '--dialect', shapeNames)
  if (flags.pick !== undefined) given.pick = parseCount(flags.pick, '--pick', 1)
  if (flags.memory) given.memory = true
  return given
}

function parseRelief(text: string): readonly (typeof reliefSteps)[keyof typeof reliefSteps][] {
  if (text === 'none') return []
  const names = ['elide', 'shrink-retention'] as const
  return text.split(',').map((step) => reliefSteps[parseChoice(step.trim(), '--relief', names)])
}
