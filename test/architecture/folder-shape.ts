const forbiddenNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc']
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/
const kebabCaseFile = /^[a-z0-9]+(-[a-z0-9]+)*(\.(machine|ports|test|test-d|bench))?\.ts$/
const longestFileLines = 300

/** Files that every member folder below the parent has. */
const memberFiles: Readonly<Record<string, readonly string[]>> = {
  'src/dialects': ['read-entry.ts', 'sequence-rules.ts', 'index.ts'],
  'src/hosts': ['index.ts', 'README.md'],
}

export function findMissingMemberFiles(paths: readonly string[]): string[] {
  return Object.entries(memberFiles).flatMap(([parent, files]) => {
    const members = new Set(
      paths
        .filter((path) => path.startsWith(`${parent}/`))
        .map((path) => path.slice(parent.length + 1).split('/'))
        .filter((parts) => parts.length > 1)
        .map(([member]) => member),
    )
    return [...members].flatMap((member) =>
      files
        .filter((file) => !paths.includes(`${parent}/${member}/${file}`))
        .map((file) => `${parent}/${member}/ has no ${file}`),
    )
  })
}

export function findBadNames(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const folders = path.split('/')
    const file = folders.pop() ?? ''
    const names = [...folders, file.replace(/\..*$/, '')]
    const forbidden = names.find((name) => forbiddenNames.includes(name)) ?? (file === 'types.ts' ? file : '')
    if (forbidden !== '') return [`${path}: no '${forbidden}'; name it after what it holds`]
    const badFolder = folders.find((folder) => !kebabCase.test(folder))
    if (badFolder !== undefined) return [`${path}: the folder '${badFolder}' is not in kebab case`]
    if (file.endsWith('.ts') && !kebabCaseFile.test(file)) return [`${path}: not in kebab case`]
    return []
  })
}

export function findLongFiles(files: readonly { path: string; text: string }[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > longestFileLines)
    .map(({ path, lines }) => `${path} has ${lines} lines, ${longestFileLines} are allowed: split it`)
}
