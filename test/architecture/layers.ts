import { posix } from 'node:path'
import { findCircles } from './find-circles.ts'
import { type Import, readImports } from './read-imports.ts'

export type LayerRule = keyof typeof ruleTexts

export type LayerViolation = { readonly rule: LayerRule; readonly message: string }

/** Paths from the project root, with forward slashes, and the text of each file. */
export type SourceTree = ReadonlyMap<string, string>

const ruleTexts = {
  'known-folder': 'every file of src/ lies in a folder that has a floor in test/architecture/layers.ts',
  'one-direction': 'a floor imports only the floors below it',
  'stays-inside': 'src/ and machines/ import nothing of ours outside src/ and machines/',
  'target-exists': 'a relative import names an existing file with its extension',
  'no-self-import': 'sources import each other by relative path, never by package name',
  'machines-alone': 'machines/ imports only xstate and itself',
  'xstate-where-it-runs': 'only machines/, src/run/ and src/testing/ import xstate',
  'unstorage-where-it-stores': 'only src/artifacts/ and src/cli/ import unstorage',
  'context-is-pure': 'src/context/ imports no package, and of Node only node:crypto and node:buffer',
  'dialects-apart': 'a dialect never imports another dialect',
  'hosts-apart': 'a host never imports another host',
  'sdk-types-only': "dialects and hosts take only types from an SDK: write 'import type'",
  'no-circles': 'files never import each other in a circle, type imports included',
}

// A folder may import its own floor's number only within itself; src/index.ts stands on a floor of its own.
const floors: Readonly<Record<string, number>> = {
  errors: 0,
  context: 1,
  dialects: 2,
  reducers: 3,
  memory: 3,
  tokens: 3,
  artifacts: 4,
  leases: 4,
  observability: 4,
  profile: 4,
  assembly: 5,
  run: 6,
  tools: 7,
  embedding: 7,
  'index.ts': 7,
  inspect: 8,
  otel: 8,
  redis: 8,
  hosts: 8,
  testing: 8,
  report: 9,
  cli: 10,
}

const xstateUsers = ['machines', 'run', 'testing']
const unstorageUsers = ['artifacts', 'cli']
const pureNodeModules = ['node:crypto', 'node:buffer']
// What the package itself depends on; anything else is somebody's SDK.
const ownDependencies = ['xstate', 'zod', 'unstorage']

export function findLayerViolations(tree: SourceTree): LayerViolation[] {
  const violations: LayerViolation[] = []
  const importsOfFile = new Map<string, string[]>()
  for (const [path, text] of tree) {
    if (layerOf(path) === undefined) report('known-folder', path, 1, path)
    const targets: string[] = []
    for (const found of readImports(path, text)) {
      const target = resolveTarget(path, found.specifier)
      const broken = target === undefined ? packageRules(path, found) : fileRules(path, target, tree)
      for (const rule of broken) report(rule, path, found.line, found.specifier)
      if (target !== undefined) targets.push(target)
    }
    importsOfFile.set(path, targets)
  }
  for (const circle of findCircles(importsOfFile))
    report('no-circles', circle[0] ?? '', 1, circle.join(' -> '))
  return violations

  function report(rule: LayerRule, path: string, line: number, subject: string): void {
    violations.push({ rule, message: `${rule}: ${path}:${line} (${subject}): ${ruleTexts[rule]}` })
  }
}

function fileRules(path: string, target: string, tree: SourceTree): LayerRule[] {
  const layer = layerOf(path)
  const targetLayer = layerOf(target)
  if (layer === undefined) return []
  if (targetLayer === undefined) return ['stays-inside']
  const rules: LayerRule[] = []
  if (!tree.has(target)) rules.push('target-exists')
  if (layer === 'machines') return targetLayer === 'machines' ? rules : [...rules, 'machines-alone']
  if (targetLayer !== 'machines' && layer !== targetLayer && floor(targetLayer) >= floor(layer)) {
    rules.push('one-direction')
  }
  if (areDifferentMembers('src/dialects/', path, target)) rules.push('dialects-apart')
  if (areDifferentMembers('src/hosts/', path, target)) rules.push('hosts-apart')
  return rules
}

function packageRules(path: string, { specifier, typeOnly }: Import): LayerRule[] {
  const layer = layerOf(path) ?? ''
  const name = packageName(specifier)
  const isNodeModule = specifier.startsWith('node:')
  const rules: LayerRule[] = []
  if (name === 'plimsoll') rules.push('no-self-import')
  if (layer === 'machines' && name !== 'xstate') rules.push('machines-alone')
  if (name === 'xstate' && !xstateUsers.includes(layer)) rules.push('xstate-where-it-runs')
  if (name === 'unstorage' && !unstorageUsers.includes(layer)) rules.push('unstorage-where-it-stores')
  if (layer === 'context' && !pureNodeModules.includes(specifier)) rules.push('context-is-pure')
  const isSdk = !isNodeModule && !ownDependencies.includes(name)
  if ((layer === 'dialects' || layer === 'hosts') && isSdk && !typeOnly) rules.push('sdk-types-only')
  return rules
}

/** `machines`, a folder of src/, or `index.ts` for src/index.ts. */
function layerOf(path: string): string | undefined {
  const [root, folder, ...rest] = path.split('/')
  if (root === 'machines') return root
  if (root !== 'src' || folder === undefined || !Object.hasOwn(floors, folder)) return undefined
  return folder === 'index.ts' || rest.length > 0 ? folder : undefined
}

function floor(layer: string): number {
  return floors[layer] ?? Number.NaN
}

/** Both lie in a member folder below the parent, but not in the same; files directly in the parent are shared. */
function areDifferentMembers(parent: string, path: string, target: string): boolean {
  if (!path.startsWith(parent) || !target.startsWith(parent)) return false
  const [member, ...rest] = path.slice(parent.length).split('/')
  const [targetMember, ...targetRest] = target.slice(parent.length).split('/')
  return rest.length > 0 && targetRest.length > 0 && member !== targetMember
}

function resolveTarget(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  return posix.normalize(posix.join(posix.dirname(path), specifier))
}

function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}
