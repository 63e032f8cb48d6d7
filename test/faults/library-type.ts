/** The library as the fault cases use it: its own sources, or the build that is watched. */
export type Library = typeof import('./library.ts')
