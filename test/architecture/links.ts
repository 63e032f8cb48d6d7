import { posix } from 'node:path'

/** Texts of all files of a project by path; undefined for a path at which there is none. A folder has an empty text. */
export type ReadFile = (path: string) => string | undefined

/** Relative links of a page that lead nowhere: to no file, or to no heading of one. Addresses of the web are left alone. */
export function findDeadLinks(path: string, text: string, readFile: ReadFile): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [file = '', heading] = link.split('#')
    const target = file === '' ? path : posix.join(posix.dirname(path), file)
    const page = readFile(target)
    if (page === undefined) return [`${path}: ${link}: there is no ${target}`]
    if (heading === undefined || headingsOf(page).includes(heading)) return []
    return [`${path}: ${link}: ${target} has no such heading`]
  })
}

/** What a link names each heading of a page by, as code hosts do. */
function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}
