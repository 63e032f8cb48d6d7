import { type ProviderRule, rulesOf } from '../rule.ts'
import { type Fields, firstOf, isFields, listOf, textOf } from '../wire.ts'

// The fields of a part of which one has to be set.
const partData = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
]

/** What Gemini refuses of a generateContent request. */
export const geminiRules: readonly ProviderRule[] = rulesOf(
  'gemini',
  { status: 400, errorType: 'INVALID_ARGUMENT', code: null },
  [
    {
      demands: 'messagesNotEmpty',
      message: /^Unable to submit request because at least one contents field is required\.$/,
      source: 'https://github.com/Calcium-Ion/new-api-horizon/issues/24',
      check: ({ body }) =>
        listOf(body['contents']).length === 0
          ? { message: 'Unable to submit request because at least one contents field is required.' }
          : undefined,
    },
    {
      demands: 'noEmptyMessage',
      message: /^\* GenerateContentRequest\.contents\[\d+\]\.parts: contents\.parts must not be empty\.\n$/,
      source: 'https://github.com/vercel/ai/issues/3775',
      check: ({ body }) =>
        firstOf(listOf(body['contents']), (content, at) =>
          partsOf(content).length === 0
            ? {
                message: `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`,
              }
            : undefined,
        ),
    },
    {
      demands: 'partsHoldData',
      message: /\.parts\[\d+\]\.data: required oneof field 'data' must have one initialized field\n$/,
      source: 'https://github.com/boldsoftware/sketch/issues/68',
      check: ({ body }) =>
        firstOf(listOf(body['contents']), (content, at) =>
          firstOf(partsOf(content), (part, place) =>
            partData.some((field) => (part[field] ?? null) !== null)
              ? undefined
              : {
                  message: `* GenerateContentRequest.contents[${at}].parts[${place}].data: required oneof field 'data' must have one initialized field\n`,
                },
          ),
        ),
    },
    {
      demands: 'callsFollowUserOrResults',
      message:
        /^Please ensure that function call turn comes immediately after a user turn or after a function resp/,
      source: 'https://github.com/google-gemini/gemini-cli/issues/26486',
      check: ({ body }) => {
        const contents = listOf(body['contents'])
        return contents.some((content, at) => callsIn(content).length > 0 && !isUsers(contents[at - 1]))
          ? {
              message:
                'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
            }
          : undefined
      },
    },
    {
      demands: 'opensWithUser',
      message: /^Request contains an invalid argument\.$/,
      source: 'https://github.com/RightNow-AI/openfang/pull/1011',
      check: ({ body }) =>
        isUsers(listOf(body['contents'])[0])
          ? undefined
          : { message: 'Request contains an invalid argument.' },
    },
    {
      demands: 'resultsHaveCall',
      message: /^Please ensure that function response turn comes immediately after a function call turn\.$/,
      source: 'https://github.com/langchain-ai/langchain/issues/27799',
      check: ({ body }) => {
        const contents = listOf(body['contents'])
        return contents.some(
          (one, at) => responsesIn(one).length > 0 && callsIn(contents[at - 1]).length === 0,
        )
          ? {
              message:
                'Please ensure that function response turn comes immediately after a function call turn.',
            }
          : undefined
      },
    },
    {
      demands: 'callsAnswered',
      message:
        /^Please ensure that the number of function response parts is equal to the number of function call/,
      source: 'https://github.com/microsoft/vscode/issues/299295',
      check: ({ body }) => {
        const contents = listOf(body['contents'])
        return contents.some((one, at) => {
          const calls = callsIn(one).length
          return calls > 0 && calls !== responsesIn(contents[at + 1]).length
        })
          ? {
              message:
                'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
            }
          : undefined
      },
    },
    {
      demands: 'thoughtSignature',
      models: /^gemini-[3-9]/,
      message: /^Function call is missing a thought_signature in functionCall parts\./,
      source: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
      check: ({ body }) => {
        const contents = listOf(body['contents'])
        // Only the current turn is looked at: what stands behind the newest message of the user's own.
        const opener = contents.findLastIndex(
          (content) => isUsers(content) && responsesIn(content).length === 0,
        )
        return firstOf(contents.slice(opener + 1), (content) => {
          const [first] = callsIn(content)
          return first === undefined || textOf(first['thoughtSignature']) !== ''
            ? undefined
            : {
                message: `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${nameOf(first)}\` , position ${contents.indexOf(content) + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
              }
        })
      },
    },
    {
      demands: 'noAssistantLast',
      models: /^gemini-(3\.[2-9]|[4-9])/,
      message: /^Requests ending with a model turn are not supported\.$/,
      source: 'https://github.com/pipecat-ai/pipecat/pull/5821',
      check: ({ body }) =>
        isUsers(listOf(body['contents']).at(-1))
          ? undefined
          : { message: 'Requests ending with a model turn are not supported.' },
    },
  ],
)

function partsOf(content: Fields | undefined): readonly Fields[] {
  return listOf(content?.['parts'])
}

function callsIn(content: Fields | undefined): readonly Fields[] {
  return partsOf(content).filter((part) => isFields(part['functionCall']))
}

function responsesIn(content: Fields | undefined): readonly Fields[] {
  return partsOf(content).filter((part) => isFields(part['functionResponse']))
}

// A content without a role is the user's; older clients send results under the role `function`.
function isUsers(content: Fields | undefined): boolean {
  return content !== undefined && content['role'] !== 'model'
}

function nameOf(part: Fields): string {
  const call = part['functionCall']
  return isFields(call) ? textOf(call['name']) : ''
}
