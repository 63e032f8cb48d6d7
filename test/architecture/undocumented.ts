import { posix } from 'node:path'
import ts from 'typescript'

type ReadFile = (path: string) => string

/** Names that a module exports, re-exported ones among them, above which no comment tells what they give. */
export function findUndocumented(path: string, readFile: ReadFile): string[] {
  const source = ts.createSourceFile(path, readFile(path), ts.ScriptTarget.ESNext, true)
  const reExported = source.statements
    .filter(ts.isExportDeclaration)
    .flatMap((statement) => undocumentedIn(statement, path, readFile))
  const declared = source.statements.filter(isExported)
  // Of overloads, the first speaks for all.
  const documented = new Set(declared.filter(hasComment).flatMap(namesOf))
  const bare = new Set(declared.flatMap(namesOf).filter((name) => !documented.has(name)))
  return [...reExported, ...[...bare].map((name) => `${path}: ${name}`)]
}

/** Those of a re-export: of what it names of the other module. */
function undocumentedIn(
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  path: string,
  readFile: ReadFile,
): string[] {
  if (!exportClause || !ts.isNamedExports(exportClause)) return []
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return []
  const target = posix.join(posix.dirname(path), moduleSpecifier.text)
  const names = exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
  const found = findUndocumented(target, readFile)
  return found.filter((told) => names.includes(told.slice(told.lastIndexOf(' ') + 1)))
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

function hasComment(statement: ts.Statement): boolean {
  return ts.getJSDocCommentsAndTags(statement).length > 0
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  }
  const named = statement as ts.Statement & { readonly name?: ts.Identifier } // what declares has a name
  return named.name ? [named.name.text] : []
}
