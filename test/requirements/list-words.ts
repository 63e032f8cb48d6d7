import ts from 'typescript'

/** Lists the texts and the keys of objects that a file has written in it. */
export function listWords(path: string, text: string): ReadonlySet<string> {
  const words = new Set<string>()
  const walk = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) words.add(node.text)
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) words.add(node.name.text)
    ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return words
}
