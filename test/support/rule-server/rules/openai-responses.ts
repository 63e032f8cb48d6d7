import { inputItems } from '../input-items.ts'
import { type Breach, type ProviderRule, rulesOf, type WireRequest } from '../rule.ts'
import { type Fields, firstOf, listOf, textOf } from '../wire.ts'
import { openaiResponsesShapeRules } from './openai-responses-shape.ts'

const outputOf: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  computer_call: 'computer_call_output',
  local_shell_call: 'local_shell_call_output',
}
const outputTypes = Object.values(outputOf)
const reasoningAlone = /^Item '.*' of type 'reasoning' was provided without its required following item\.$/

/** What OpenAI refuses of a Responses request. An output may stand anywhere behind its call. */
export const openaiResponsesRules: readonly ProviderRule[] = [
  ...openaiResponsesShapeRules,
  ...rulesOf('openai-responses', { status: 400, errorType: 'invalid_request_error', code: null }, [
    {
      demands: 'itemsKnown',
      status: 404,
      message: /^Item with id '.*' not found\./,
      source: 'https://github.com/can1357/oh-my-pi/issues/41',
      check: ({ body, issued }) =>
        firstOf(listOf(body['input']), (item) => {
          const id = textOf(item['id'])
          return !needsStore(item) || issued.storedItem(id)
            ? undefined
            : notFound(id, body['store'] === false)
        }),
    },
    {
      demands: 'itemIdsUnique',
      message: /^Duplicate item found with id .*\. Remove duplicate items from your input and try again\.$/,
      source: 'https://github.com/openai/openai-agents-python/issues/1789',
      check: overItems((items) => {
        const ids = items.map(({ id }) => textOf(id))
        const twice = ids.find((id, at) => id !== '' && ids.indexOf(id) !== at)
        return twice === undefined
          ? undefined
          : {
              message: `Duplicate item found with id ${twice}. Remove duplicate items from your input and try again.`,
              param: 'input',
            }
      }),
    },
    {
      demands: 'noReasoningAlone',
      message: reasoningAlone,
      source: 'https://github.com/openai/openai-node/issues/1567',
      check: overReasoning(standsAlone),
    },
    {
      demands: 'namedAfterReasoning',
      message: reasoningAlone,
      source: 'https://github.com/mastra-ai/mastra/issues/11103',
      check: overReasoning(lostItsId),
    },
    {
      demands: 'reasoningKept',
      message: /^Item '.*' of type '\w+' was provided without its required 'reasoning' item: '.*'\.$/,
      source: 'https://github.com/VRSEN/agency-swarm/issues/367',
      check: (request) => {
        const items = inputItems(request)
        return firstOf(items, ({ id, type }, at) => {
          const reasoning = request.issued.neighboursOf(textOf(id))?.reasoningBefore
          return reasoning === undefined || items[at - 1]?.['id'] === reasoning
            ? undefined
            : {
                message: `Item '${textOf(id)}' of type '${textOf(type)}' was provided without its required 'reasoning' item: '${reasoning}'.`,
                param: 'input',
              }
        })
      },
    },
    {
      demands: 'resultsHaveCall',
      message: /^No tool call found for function call output with call_id .*\.$/,
      source: 'https://github.com/continuedev/continue/issues/10092',
      check: overItems((items) => {
        const called = new Set<string>()
        return firstOf(items, ({ type, call_id: callId }) => {
          if (textOf(type) in outputOf) called.add(textOf(callId))
          return outputTypes.includes(textOf(type)) && !called.has(textOf(callId))
            ? {
                message: `No tool call found for function call output with call_id ${textOf(callId)}.`,
                param: 'input',
              }
            : undefined
        })
      }),
    },
    {
      demands: 'callsAnswered',
      message: /^No tool output found for function call .*\.$/,
      source: 'https://github.com/tjardoo/openai-client/pull/124',
      check: overItems((items) =>
        firstOf(items, ({ type, call_id: callId }) => {
          const output = outputOf[textOf(type)]
          return output === undefined ||
            items.some((one) => one['type'] === output && one['call_id'] === callId)
            ? undefined
            : { message: `No tool output found for function call ${textOf(callId)}.`, param: 'input' }
        }),
      ),
    },
    {
      demands: 'oneResultPerCall',
      message: /^Duplicate function_call_output for call_id '.*'\. Each function_call must have exactly one/,
      source: 'https://github.com/NousResearch/hermes-agent/issues/102629',
      check: overItems((items) => {
        const ids = items
          .filter(({ type }) => outputTypes.includes(textOf(type)))
          .map((item) => item['call_id'])
        const twice = ids.find((id, at) => ids.indexOf(id) !== at)
        return twice === undefined
          ? undefined
          : {
              message: `Duplicate function_call_output for call_id '${textOf(twice)}'. Each function_call must have exactly one matching function_call_output`,
              param: 'input',
            }
      }),
    },
  ]),
]

function overReasoning(
  isRefused: (item: Fields, behind: Fields | undefined, request: WireRequest) => boolean,
) {
  return (request: WireRequest): Breach | undefined => {
    const items = inputItems(request)
    const reasoning = items.find((item, at) => isRefused(item, items[at + 1], request))
    return (
      reasoning && {
        message: `Item '${textOf(reasoning['id'])}' of type 'reasoning' was provided without its required following item.`,
        param: 'input',
      }
    )
  }
}

function overItems(check: (items: readonly Fields[]) => Breach | undefined) {
  return (request: WireRequest): Breach | undefined => check(inputItems(request))
}

// The text of a thought is in its encrypted content, or on the server alone.
function needsStore({ type, id, encrypted_content: encrypted }: Fields): boolean {
  return type === 'item_reference' || (type === 'reasoning' && typeof id === 'string' && !encrypted)
}

// A thought goes with the item that followed it, which is known by its id, or by that of the call.
function standsAlone({ type, id }: Fields, behind: Fields | undefined, { issued }: WireRequest): boolean {
  if (type !== 'reasoning' || typeof id !== 'string') return false
  if (behind === undefined || !(isCall(behind) || isAnswer(behind) || textOf(behind['id']) !== ''))
    return true
  const required = issued.neighboursOf(id)?.itemBehind
  const name = textOf(behind['id']) === '' ? 'call_id' : 'id'
  return required !== undefined && textOf(behind[name]) !== '' && behind[name] !== required[name]
}

// Nothing is looked up without a store (github.com/langchain-ai/langchain/pull/38372), and calls go without their item's id
// even with one (github.com/vercel/ai/pull/15795).
function lostItsId({ type, id }: Fields, behind: Fields | undefined, { body }: WireRequest): boolean {
  const isNamed = type === 'reasoning' && typeof id === 'string'
  return (
    isNamed &&
    body['store'] !== false &&
    behind !== undefined &&
    isAnswer(behind) &&
    textOf(behind['id']) === ''
  )
}

function isAnswer({ role }: Fields): boolean {
  return role === 'assistant'
}

function isCall({ type }: Fields): boolean {
  return textOf(type) in outputOf
}

function notFound(id: string, unstored: boolean): Breach {
  const why = unstored
    ? ' Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.'
    : ''
  return { message: `Item with id '${id}' not found.${why}`, param: 'input' }
}
