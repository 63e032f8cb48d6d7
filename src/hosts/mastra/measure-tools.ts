import type { InputStep } from './mastra-processor.ts'

/**
 * What the tools of a step add to its requests, as texts: names, descriptions and schemas, as Mastra has prepared them
 * for the model; of a provider's own tool its id and arguments. Tools that aren't active are left out.
 */
export function measureTools({ tools, activeTools }: InputStep): string[] {
  const texts: string[] = []
  for (const [name, tool] of Object.entries(tools ?? {})) {
    if (activeTools && !activeTools.includes(name)) continue
    texts.push(name)
    if (typeof tool === 'object' && tool !== null) addTool(texts, tool)
  }
  return texts
}

function addTool(texts: string[], tool: object): void {
  addText(texts, Reflect.get(tool, 'description'))
  addJson(texts, schemaOf(Reflect.get(tool, 'parameters') ?? Reflect.get(tool, 'inputSchema')))
  addJson(texts, Reflect.get(tool, 'inputExamples'))
  if (Reflect.get(tool, 'type') === 'function') return
  addText(texts, Reflect.get(tool, 'id'))
  addJson(texts, Reflect.get(tool, 'args'))
}

// A schema of another library has no JSON form that could be told from here.
function schemaOf(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'jsonSchema') : undefined
}

function addText(texts: string[], text: unknown): void {
  if (typeof text === 'string') texts.push(text)
}

function addJson(texts: string[], value: unknown): void {
  // `undefined` for what JSON has no form for.
  if (value !== undefined) addText(texts, JSON.stringify(value))
}
