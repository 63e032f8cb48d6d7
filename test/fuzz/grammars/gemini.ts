import { fc } from '@fast-check/vitest'
import { gemini } from '../../../src/dialects/gemini/index.ts'
import type { Grammar } from '../grammar.ts'
import { anything, base64, data, id, oneOf, several, shape, text } from '../hostile-values.ts'

const names = fc.constantFrom('look', 'find', 'look', '', '__proto__')
const inlineData = shape({ inlineData: shape({ mimeType: 'image/png', data: base64 }) })
const fileData = shape({ fileData: shape({ mimeType: 'image/png', fileUri: text }) })
const call = (callId: unknown) =>
  shape({ functionCall: shape({ id: callId, name: 'look', args: data }), thoughtSignature: base64 })
const response = (callId: unknown) =>
  shape({ functionResponse: shape({ id: callId, name: 'look', response: shape({ output: text }) }) })

const part = oneOf<unknown>(
  shape({ text }),
  shape({ text, thought: true, thoughtSignature: base64 }),
  inlineData,
  fileData,
  call(id),
  shape({ functionCall: shape({ name: names, args: data }) }),
  response(id),
  shape({ functionResponse: shape({ name: names, response: data, scheduling: 'SILENT' }) }),
  shape({ functionResponse: shape({ id, name: names, response: data, parts: several(inlineData) }) }),
  shape({ executableCode: shape({ language: 'PYTHON', code: text }) }),
  shape({ codeExecutionResult: shape({ outcome: 'OUTCOME_OK', output: text }) }),
  shape({ inlineData: shape({ mimeType: 'video/mp4', data: base64 }), videoMetadata: data }),
  anything,
)

/** Contents of Gemini's `generateContent`. */
export const geminiGrammar: Grammar = {
  name: 'gemini',
  dialects: [gemini()] as unknown as Grammar['dialects'], // it is shown whatever a host may hand over
  system: shape({ role: 'user', parts: fc.tuple(shape({ text })) }),
  user: shape({ role: 'user', parts: several(oneOf(shape({ text }), inlineData, fileData)) }),
  answer: shape({ role: 'model', parts: fc.tuple(shape({ text })) }),
  exchange: (ids) =>
    fc
      .boolean()
      .chain((named) =>
        fc.tuple(
          shape({ role: 'model', parts: fc.tuple(...ids.map((key) => call(named ? key : undefined))) }),
          shape({ role: 'user', parts: fc.tuple(...ids.map((key) => response(named ? key : undefined))) }),
        ),
      ),
  message: oneOf<unknown>(
    shape({ role: fc.constantFrom('user', 'model', 'function'), parts: several(part, 4) }),
    shape({ parts: several(part) }),
    shape({ role: fc.constantFrom('user', 'model', 'oracle'), parts: anything }),
    shape({ role: anything, parts: several(part) }),
    anything,
  ),
}
