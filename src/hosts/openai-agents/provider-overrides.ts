import { type Fields, isFields } from '../../dialects/fields.ts'
import type { ModelRequest } from './agents-model.ts'

/** What settings write over a request's own fields, past the agent: the provider's data, and the extra body in it. */
export function providerOverrides({ modelSettings }: ModelRequest): Fields {
  const data = isFields(modelSettings) ? modelSettings['providerData'] : undefined
  if (!isFields(data)) return {}
  const { extra_headers, extraHeaders, extra_query, extraQuery, extra_body, extraBody, ...fields } = data
  const body = extra_body ?? extraBody
  return isFields(body) ? { ...fields, ...body } : fields
}
