import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { createPlimsoll, recommended } from '../../src/index.ts'
import type { Subject } from './subject.ts'

export const subject: Subject = {
  name: 'plimsoll',
  prepare: (messages) => messages,
  open: (limitBytes) => {
    const run = createPlimsoll(recommended({ hardLimitBytes: limitBytes })).openRun({ dialect: openaiChat() })
    return {
      call: async (messages) => {
        const call = await run.assemble(messages as OpenAIChatMessage[]) // as prepared
        await call.commit()
        return call.messages
      },
      close: () => run.close(),
    }
  },
}
