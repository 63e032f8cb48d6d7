export { type ReportOptions, writeReport } from './write-report.ts'
