export { delegateModel } from './ai-sdk/delegate-model.ts'
