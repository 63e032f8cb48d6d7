import { assemblyMachine, leasesMachine, runMachine } from '../../../machines/index.ts'

/** The charts that can be drawn. */
export const charts = { assembly: assemblyMachine, run: runMachine, leases: leasesMachine } as const

export const chartNames = ['assembly', 'run', 'leases'] as const satisfies readonly (keyof typeof charts)[]
