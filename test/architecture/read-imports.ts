import ts from 'typescript'

export type Import = {
  readonly specifier: string
  readonly line: number
  /** True when nothing of it is left at run time. */
  readonly typeOnly: boolean
}

/** Every import of a module: static, type, re-export, dynamic, `import('x').Name`, `require`. */
export function readImports(path: string, text: string): Import[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const imports: Import[] = []
  visit(source)
  return imports

  function visit(node: ts.Node): void {
    const found = readImport(node)
    if (found !== undefined && ts.isStringLiteralLike(found.specifier)) {
      const line = source.getLineAndCharacterOfPosition(found.specifier.getStart()).line + 1
      imports.push({ specifier: found.specifier.text, line, typeOnly: found.typeOnly })
    }
    ts.forEachChild(node, visit)
  }
}

function readImport(node: ts.Node): { specifier: ts.Node; typeOnly: boolean } | undefined {
  // `import { type Name }` counts as run time: with verbatimModuleSyntax an empty import stays behind.
  if (ts.isImportDeclaration(node)) {
    const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    return { specifier: node.moduleSpecifier, typeOnly }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: node.moduleSpecifier, typeOnly: node.isTypeOnly }
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal, typeOnly: true }
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return { specifier: node.moduleReference.expression, typeOnly: node.isTypeOnly }
  }
  if (ts.isCallExpression(node) && node.arguments[0] !== undefined && isImportCall(node.expression)) {
    return { specifier: node.arguments[0], typeOnly: false }
  }
  return undefined
}

function isImportCall(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
}
