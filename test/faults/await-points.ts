import ts from 'typescript'
import { listFiles, readProjectFile } from '../support/project-files.ts'

/** A place where the library waits for something, and goes on with what it settles with. */
export interface AwaitPoint {
  /** Path, function, and number of the point in it: `src/run/run.ts close 1`. */
  readonly id: string
  readonly kind: 'await' | 'for await' | 'then' | 'andThen'
  /** Where what is waited for stands in the text. */
  readonly start: number
  readonly end: number
}

const unwatched = /^src\/(testing|cli|inspect)\//

/** The files of the library that run in a host's process. */
export function libraryFiles(): readonly string[] {
  return ['src', 'machines']
    .flatMap((folder) => listFiles(folder))
    .filter((path) => path.endsWith('.ts') && !unwatched.test(path))
    .sort()
}

/** Every point at which the library waits. */
export function listAwaitPoints(): readonly AwaitPoint[] {
  return libraryFiles().flatMap((path) => awaitPointsIn(path, readProjectFile(path)))
}

/** The points of one file, in the order of its text. */
export function awaitPointsIn(path: string, text: string): readonly AwaitPoint[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const points: AwaitPoint[] = []
  const counts = new Map<string, number>()
  const visit = (node: ts.Node): void => {
    const found = waitedFor(node)
    if (found) {
      const name = `${path} ${functionAround(node)}`
      const number = (counts.get(name) ?? 0) + 1
      counts.set(name, number)
      const { kind, waited } = found
      points.push({ id: `${name} ${number}`, kind, start: waited.getStart(source), end: waited.getEnd() })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return points
}

function waitedFor(
  node: ts.Node,
): { readonly kind: AwaitPoint['kind']; readonly waited: ts.Node } | undefined {
  if (ts.isAwaitExpression(node)) return { kind: 'await', waited: node.expression }
  if (ts.isForOfStatement(node) && node.awaitModifier) return { kind: 'for await', waited: node.expression }
  if (!ts.isCallExpression(node)) return undefined
  const { expression: called } = node
  if (ts.isPropertyAccessExpression(called) && called.name.text === 'then')
    return { kind: 'then', waited: called.expression }
  const [first] = node.arguments
  if (ts.isIdentifier(called) && called.text === 'andThen' && first) return { kind: 'andThen', waited: first }
  return undefined
}

function functionAround(node: ts.Node): string {
  const names: string[] = []
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (ts.isClassDeclaration(outer) && outer.name) names.unshift(outer.name.text)
    else if (ts.isFunctionDeclaration(outer) && outer.name) names.unshift(outer.name.text)
    else if ((ts.isMethodDeclaration(outer) || isNamedFunction(outer)) && outer.name)
      names.unshift(outer.name.getText())
  }
  return names.join('.') || 'module'
}

// A function that is the value of a variable or of a property bears its name.
function isNamedFunction(node: ts.Node): node is ts.VariableDeclaration | ts.PropertyAssignment {
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyAssignment(node)) return false
  const value = node.initializer
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
}
