import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe } from 'vitest'

export type Service = 'redis' | 'chromium'

const commands: Record<Service, readonly string[]> = {
  redis: ['redis-server'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
}

/** The path of the program that provides the service, or undefined when it is not on this machine. */
export function findService(service: Service, searchPath = process.env['PATH'] ?? ''): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '')
  return commands[service]
    .flatMap((command) => folders.map((folder) => join(folder, command)))
    .find(isExecutable)
}

/** A suite that is left out, and named at the end of `npm test`, where the service is missing. */
export function describeWithService(service: Service, title: string, body: () => void): void {
  describe.skipIf(findService(service) === undefined)(`${title} [needs ${service}]`, body)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
