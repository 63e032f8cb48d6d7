import { isContextOverflow } from '../../dialects/recognise-overflow.ts'

// What providers refuse a context with that is too long.
const statuses: ReadonlySet<number> = new Set([400, 413])

/** Whether a response says that the provider found the request too long. It stays readable. */
export async function saysTooLong(response: Response): Promise<boolean> {
  if (!statuses.has(response.status)) return false
  try {
    return isContextOverflow({ status: response.status, body: await response.clone().text() })
  } catch {
    // A body that breaks off says nothing; its reader gets the same failure.
    return false
  }
}
