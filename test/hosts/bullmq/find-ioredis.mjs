// unstorage's driver asks for ioredis, which lies beside these files and not beside unstorage.
import { register } from 'node:module'

const hooks = `export const resolve = (name, context, next) =>
  next(name, name === 'ioredis' ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
