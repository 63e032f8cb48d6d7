import { assemblyModel } from './assembly-model.ts'
import { leasesModel } from './leases-model.ts'
import { runModel } from './run-model.ts'

/** The model of each chart, by its name. */
export const chartModels = { assembly: assemblyModel, run: runModel, leases: leasesModel } as const
