import ts from 'typescript'
import { readProjectFile } from '../support/project-files.ts'

type Names = Readonly<Record<string, unknown>>

/**
 * Runs the first example of a README and answers with what it names.
 *
 * @param modules what it may import, by specifier
 * @param given what it uses without saying where that comes from
 */
export async function runReadme(
  path: string,
  modules: Readonly<Record<string, Names>>,
  given: Names,
  names: readonly string[],
): Promise<Names> {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readProjectFile(path)) ?? []
  const body = example.replace(
    /^import (\{[^}]*\}) from '([^']+)'$/gm,
    (_, imported: string, from: string) => `const ${imported.replaceAll(' as ', ': ')} = modules['${from}']`,
  )
  const { outputText } = ts.transpileModule(
    `async function run() { ${body}\nreturn { ${names.join(', ')} } }`,
    {
      compilerOptions: { target: ts.ScriptTarget.ES2022 },
    },
  )
  const start = new Function('modules', ...Object.keys(given), `${outputText}\nreturn run()`)
  return start(modules, ...Object.values(given))
}
