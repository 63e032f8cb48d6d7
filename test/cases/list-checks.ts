import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { readRaw } from '../support/dispatch-reading.ts'
import { readStructure } from '../support/dispatch-structure.ts'
import { raw } from './case-setting.ts'
import type { CaseRecord } from './run-case.ts'

type Message = OpenAIChatMessage

/** What a case asks of the list that is sent, by the name of the field: what it finds wrong. */
export type ListCheck = (sent: readonly Message[], record: CaseRecord, asked: unknown) => string[]

const anyTurns = { opensWithUser: false, noUserAfterTool: false }

export const listChecks: Readonly<Record<string, ListCheck>> = {
  mustKeep: (sent, { host }, asked) =>
    places(asked).flatMap((at) => complain(sent.includes(hostAt(host, at)), `${at} is gone`)),
  mustDrop: (sent, { host }, asked) =>
    places(asked).flatMap((at) => complain(!sent.includes(hostAt(host, at)), `${at} is sent in full`)),
  mustKeepAppended: (sent, { appended }, asked) =>
    places(asked).flatMap((at) => {
      const message = hostAt(appended, at)
      const count = sent.filter((other) => other === message).length
      return complain(count === 1, `appended ${at} is sent ${count} times`)
    }),
  noOrphans: (sent, _, asked) => (asked === true ? exchangeDefects(sent) : []),
  noOrphanApprovals: (sent, { host }) => orphanApprovals(sent, host),
  firstNonSystemRole: (sent, _, asked) => {
    const role = sent.find((message) => message.role !== 'system')?.role
    return complain(role === asked, `the first role is ${role}`)
  },
  noUserAfterTool: (sent) =>
    sent.flatMap(({ role }, at) =>
      complain(
        !(role === 'user' && sent[at - 1]?.role === 'tool'),
        `a user message follows a result at ${at}`,
      ),
    ),
  bytesIdentical: (sent, { host, fault }, asked) =>
    places(asked).flatMap((at) => {
      const message = sent.find((other) => other === hostAt(host, at))
      const content = fault.messages[at]?.content
      const same = message !== undefined && JSON.stringify(message.content) === JSON.stringify(content)
      return complain(same, `${at} is not sent byte by byte`)
    }),
  mustNotContain: (sent, _, asked) =>
    texts(asked).flatMap((text) => complain(!JSON.stringify(sent).includes(text), `'${text}' is sent`)),
  eachAtMostOnce: (sent) => complain(new Set(sent).size === sent.length, 'a message is sent twice'),
  orderPreserved: (sent, { host, appended }) => {
    const all = [...host, ...appended]
    const order = sent.map((message) => all.indexOf(message)).filter((at) => at >= 0)
    return complain(
      order.every((at, index) => at > (order[index - 1] ?? -1)),
      `sent in the order ${order}`,
    )
  },
  sameTurnTogether: (sent, { host }, asked) =>
    (Array.isArray(asked) ? asked : []).flatMap((turn: unknown) => {
      const kept = places(turn).filter((at) => sent.includes(hostAt(host, at)))
      return complain(
        kept.length === 0 || kept.length === places(turn).length,
        `only ${kept} of ${turn} is sent`,
      )
    }),
  noReasoningOnlyMessages: (sent) =>
    raw(sent).flatMap((message, at) =>
      complain(!readRaw(message).reasoningOnly, `${at} is nothing but reasoning`),
    ),
  noSyntheticResults: (sent, { host }) =>
    addedOnes(sent, host).flatMap((message) =>
      complain(readRaw(message).results.length === 0, 'a result is made up'),
    ),
  noNewSystemMessages: (sent, { host }) =>
    addedOnes(sent, host).flatMap((message) =>
      complain(readRaw(message).role !== 'system', 'a system message is made up'),
    ),
  wellFormedStrings: (sent) => {
    const text = JSON.stringify(sent)
    const broken = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/i.test(
      text,
    )
    return complain(!broken && Buffer.from(text).toString() === text, 'a text is not well-formed')
  },
}

const none: Message = { role: 'none' }

/** Every call with its results directly behind it, every result with its call, ids once in a turn. */
function exchangeDefects(sent: readonly Message[]): string[] {
  const exchange = ['openCall', 'orphanResult', 'repeatedResult', 'repeatedCall', 'lateResult']
  const { defects } = readStructure(raw(sent).map(readRaw), anyTurns)
  return defects.filter((defect) => exchange.some((name) => defect.startsWith(`${name}@`)))
}

function orphanApprovals(sent: readonly Message[], host: readonly Message[]): string[] {
  const [here, before] = [sent, host].map((list) => {
    const readings = raw(list).map(readRaw)
    return {
      asked: new Set(readings.flatMap(({ asked }) => asked.map(({ approvalId }) => approvalId))),
      answered: new Set(readings.flatMap(({ answered }) => answered)),
      calls: new Set(readings.flatMap(({ calls }) => calls.map(({ key }) => key))),
      keys: readings.flatMap(({ asked }) => asked.flatMap(({ key }) => key ?? [])),
    }
  })
  if (!here || !before) return []
  return [
    ...[...here.answered].flatMap((id) => complain(here.asked.has(id), 'an answer has lost its request')),
    ...[...here.asked].flatMap((id) =>
      complain(here.answered.has(id) || !before.answered.has(id), 'a request has lost its answer'),
    ),
    ...here.keys.flatMap((key) => complain(here.calls.has(key), 'a request has lost its call')),
  ]
}

function addedOnes(sent: readonly Message[], host: readonly Message[]) {
  const known = new Set(host)
  return raw(sent.filter((message) => !known.has(message)))
}

function hostAt(host: readonly Message[], at: number): Message {
  return host[at] ?? none
}

function complain(holds: boolean, complaint: string): string[] {
  return holds ? [] : [complaint]
}

function places(asked: unknown): number[] {
  return Array.isArray(asked) ? asked.filter((at): at is number => Number.isInteger(at)) : []
}

function texts(asked: unknown): string[] {
  return Array.isArray(asked) ? asked.map(String) : []
}
