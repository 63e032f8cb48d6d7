import OpenAI6, { AzureOpenAI } from 'openai-v6'
import type { Plimsoll, Run } from 'plimsoll'
import { boundOpenAI } from 'plimsoll/openai'
declare const run: Run<{ role: string }>
declare const plimsoll: Plimsoll<{ role: string }>
export const a: OpenAI6 = boundOpenAI(new OpenAI6(), run)
export const b: AzureOpenAI = boundOpenAI(new AzureOpenAI(), plimsoll, { report: () => {} })
