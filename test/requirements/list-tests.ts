import ts from 'typescript'

/** A test as it is written: `%s` in its title is not filled in, and an expression stands as `{expression}`. */
export interface WrittenTest {
  /** The titles of the blocks around it and its own, joined with ` > `. */
  readonly title: string
  /** Never runs: it, or a block around it, is `skip` or `todo`. */
  readonly skipped: boolean
  /** Runs only where something outside of the project is there: `runIf`, `skipIf`, a service. */
  readonly conditional: boolean
}

interface Block {
  readonly titles: readonly string[]
  readonly skipped: boolean
  readonly conditional: boolean
}

type Names = ReadonlyMap<string, 'test' | 'describe'>

/** Lists every test that a file writes, in the order of its text. */
export function listTests(path: string, text: string): readonly WrittenTest[] {
  const tests: WrittenTest[] = []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

  const walk = (node: ts.Node, around: Block, names: Names): void => {
    const written = readCall(node, names)
    if (written === undefined) {
      ts.forEachChild(node, (child) => walk(child, around, names))
      return
    }
    const { kind, title, modifiers } = written
    const { skipped, conditional, ...inside }: Block = {
      titles: [...around.titles, title],
      skipped: around.skipped || modifiers.some((name) => name === 'skip' || name === 'todo'),
      conditional: around.conditional || modifiers.some((name) => name === 'runIf' || name === 'skipIf'),
    }
    if (kind === 'test') tests.push({ title: inside.titles.join(' > '), skipped, conditional })
    else for (const child of written.body) walk(child, { ...inside, skipped, conditional }, written.names)
  }
  walk(file, { titles: [], skipped: false, conditional: false }, importedNames(file))
  return tests
}

/** What a file calls `test` and `describe`: some import one of them under another name. */
function importedNames(file: ts.SourceFile): Names {
  const names = new Map<string, 'test' | 'describe'>()
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    if (!['vitest', '@fast-check/vitest'].includes(statement.moduleSpecifier.text)) continue
    const bindings = statement.importClause?.namedBindings
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements) {
      const imported = (propertyName ?? name).text
      if (imported === 'test' || imported === 'describe') names.set(name.text, imported)
    }
  }
  return names
}

interface WrittenCall {
  readonly kind: 'test' | 'describe'
  readonly title: string
  readonly modifiers: readonly string[]
  readonly body: readonly ts.Node[]
  readonly names: Names
}

/** Reads `test('title', ...)`, `test.each(table)('title', ...)`, `describe.runIf(...)('title', ...)` and the like. */
function readCall(node: ts.Node, names: Names): WrittenCall | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const [first, second, ...rest] = node.arguments
  if (first === undefined || second === undefined) return undefined
  const modifiers: string[] = []
  let callee: ts.Expression = node.expression
  // `test.each(table)` alone only makes what is called with a title.
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) modifiers.push(callee.name.text)
    else if (!ts.isCallExpression(callee)) return undefined
    callee = callee.expression
  }
  if (callee.text === 'describeWithService')
    return { kind: 'describe', title: titleOf(second), modifiers: ['skipIf'], body: rest, names }
  const kind = names.get(callee.text)
  if (kind !== undefined) return { kind, title: titleOf(first), modifiers, body: [second, ...rest], names }
  return handsOutTest(first, second, names)
}

/** Reads `behaviour('title', (check) => ...)`: within it, what is handed in is `test`. */
function handsOutTest(title: ts.Expression, body: ts.Expression, names: Names): WrittenCall | undefined {
  if (!ts.isStringLiteral(title) || !ts.isArrowFunction(body)) return undefined
  const name = body.parameters.length === 1 ? body.parameters[0]?.name : undefined
  if (name === undefined || !ts.isIdentifier(name) || name.text !== 'check') return undefined
  const inside = new Map([...names, [name.text, 'test' as const]])
  return { kind: 'describe', title: title.text, modifiers: [], body: [body], names: inside }
}

function titleOf(written: ts.Expression): string {
  if (ts.isStringLiteral(written) || ts.isNoSubstitutionTemplateLiteral(written)) return written.text
  const text = ts.isTemplateExpression(written) ? written.getText().slice(1, -1) : `{${written.getText()}}`
  return text.replaceAll('${', '{')
}
