export { untilAborted } from '../artifacts/until-aborted.ts'
