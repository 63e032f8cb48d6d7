import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { assemblyMachine, leasesMachine, runMachine } from '../../machines/index.ts'
import { readProjectFile } from '../support/project-files.ts'

// Stately Studio reads a chart out of its text: what a function makes, or a loop, it leaves out without a word.
const charts = [
  ['machines/assembly/assembly.machine.ts', assemblyMachine],
  ['machines/run/run.machine.ts', runMachine],
  ['machines/leases/leases.machine.ts', leasesMachine],
] as const

// Only these hold functions; they are no part of the picture.
const functionKeys = ['context', 'output', 'input']

function configOf(path: string): ts.Expression {
  const file = ts.createSourceFile(path, readProjectFile(path), ts.ScriptTarget.Latest, true)
  let found: ts.Expression | undefined
  const visit = (node: ts.Node): void => {
    const callee = ts.isCallExpression(node) ? node.expression : undefined
    if (callee && ts.isPropertyAccessExpression(callee) && callee.name.text === 'createMachine') {
      found = (node as ts.CallExpression).arguments[0] // as checked
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  if (!found) throw new Error(`${path} makes no machine`)
  return found
}

/** A literal's value as it stands in the text; what is no literal is named by `problems`. */
function read(node: ts.Expression, path: string, problems: string[]): unknown {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.map((element, index) => read(element, `${path}[${index}]`, problems))
  }
  if (!ts.isObjectLiteralExpression(node)) {
    problems.push(path)
    return undefined
  }
  const entries: (readonly [string, unknown])[] = []
  for (const property of node.properties) {
    const { name } = property
    const key = name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined
    if (key === undefined || !ts.isPropertyAssignment(property)) problems.push(`${path}.?`)
    else if (!functionKeys.includes(key)) {
      entries.push([key, read(property.initializer, `${path}.${key}`, problems)])
    }
  }
  return Object.fromEntries(entries)
}

describe.each(charts)('the chart of %s', (path, machine) => {
  test('is one literal, and reads the same out of its text as it runs', () => {
    const problems: string[] = []
    const config = read(configOf(path), '$', problems)
    expect(problems).toEqual([])
    const running = JSON.parse(
      JSON.stringify(machine.config, (key, value) => (functionKeys.includes(key) ? undefined : value)),
    )
    expect(config).toEqual(running)
  })
})
