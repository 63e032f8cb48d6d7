import { Canaries } from '../../src/testing/canaries.ts'

const canaries = new Canaries()

/** Where texts were planted. */
export const plantedPlaces: ReadonlySet<string> = canaries.places

/** A text to plant, which tells where it was planted. */
export function canary(place: string): string {
  return canaries.plant(place)
}

/**
 * Paths to every planted text that can be reached from a value.
 *
 * @param skip names of properties that are not followed
 */
export function findCanaries(root: unknown, skip: readonly string[] = []): string[] {
  return canaries.find(root, skip)
}
