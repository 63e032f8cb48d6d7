// Written without the slashes around them, so that this file passes its own check.
const machineFolders = ['tmp', 'root', 'home', 'work', 'Users']
const machineFolder = new RegExp(`(?:^|[\\s"'\`(=,:[]|file://)/(${machineFolders.join('|')})/`)
const registryHost = /\bregistry\.[a-z0-9-]+\.[a-z]+|\bnpm\.pkg\.|\bartifactory\b/i

/** Places of one computer and of one package registry, which mean nothing to another reader. */
export function findMachinePaths(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = machineFolder.exec(line) ?? registryHost.exec(line)
    return found === null ? [] : [`${path}:${index + 1}: ${found[0].trim()}`]
  })
}
