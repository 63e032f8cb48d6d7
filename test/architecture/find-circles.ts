/** One path for each circle met, ending where it began. */
export function findCircles(importsOfFile: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const finished = new Set<string>()
  const trail: string[] = []
  for (const path of importsOfFile.keys()) walk(path)
  return circles

  function walk(path: string): void {
    if (finished.has(path)) return
    const start = trail.indexOf(path)
    if (start !== -1) {
      circles.push([...trail.slice(start), path])
      return
    }
    trail.push(path)
    for (const target of importsOfFile.get(path) ?? []) walk(target)
    trail.pop()
    finished.add(path)
  }
}
