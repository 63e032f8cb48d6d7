import { digestText, parseEnvelope } from '../../src/artifacts/index.ts'
import { AssemblyTerminatedError, PlimsollError, ProfileError } from '../../src/index.ts'
import type { CaseMode } from './case-setting.ts'
import { acceptedOutcomes, type CaseSettings, type FaultCase } from './fault-case.ts'
import { type CaseAnswer, type CaseRecord, runCase } from './run-case.ts'

/** What a case asks of a run as a whole, by the name of the field: what it finds wrong. */
export type RunCheck = (last: CaseAnswer, record: CaseRecord, asked: unknown) => string[] | Promise<string[]>

export const runChecks: Readonly<Record<string, RunCheck>> = {
  maxReducerCalls: (_, { reducer }, asked) =>
    complain(reducer.callCount <= Number(asked), `the reducer is asked ${reducer.callCount} times`),
  prefixBreaksAtMost: (_, { answers }, asked) => {
    const lists = answers.flatMap(({ sent }) => (sent ? [sent] : []))
    const breaks = lists.filter(
      (list, at) => !(lists[at - 1] ?? []).every((message, place) => message === list[place]),
    )
    return complain(breaks.length <= Number(asked), `the cut moves ${breaks.length} times`)
  },
  settlesWithinMs: ({ elapsedMs }, _, asked) =>
    complain(elapsedMs <= Number(asked), `it takes ${Math.round(elapsedMs)} ms`),
  nothingSent: ({ sent }) => complain(sent === undefined, 'a list is sent'),
  nextCallWorks: (_, { next }) =>
    complain(next?.sent !== undefined, `the next call ends as ${next?.outcome}: ${next?.error}`),
  // Frozen to the last field beforehand: a write throws, and the call with it.
  inputNotMutated: ({ list }) => complain(isFrozen(list), 'the input is not frozen'),
  storedHistoryUnchanged: ({ list }, { host, appended, fault }) => {
    const filtered = host.filter((_, at) => !fault.settings.laterFilterDrops?.includes(at))
    const expected = [
      ...filtered.slice(0, fault.calls?.at(-1)?.upTo),
      ...(list.length > host.length ? appended : []),
    ]
    const same = list.length === expected.length && list.every((message, at) => message === expected[at])
    return complain(same && isFrozen(list), "the host's list has changed")
  },
  eventsMustNotContain: (_, { traces }, asked) => {
    const texts = Array.isArray(asked) ? asked.map(String) : []
    const missing = complain(traces.length > 0, 'there is nothing to look through')
    return [...missing, ...texts.flatMap((text) => complain(!contains(traces, text), `'${text}' is told`))]
  },
  errorMustName: ({ error }, _, asked) => {
    if (!AssemblyTerminatedError.isInstance(error)) return ['there is no termination to name anything']
    const meaning: Readonly<Record<string, string | number>> = {
      'required size': error.finalSize,
      'hard limit': error.hardLimit,
      unit: error.unit,
    }
    const names = Array.isArray(asked) ? asked.map(String) : []
    return names.flatMap((name) =>
      complain(error.message.includes(String(meaning[name] ?? name)), `the error does not name the ${name}`),
    )
  },
  errorMustNotContain: ({ error }, { traces }, asked) => {
    const texts = Array.isArray(asked) ? asked.map(String) : []
    const said = PlimsollError.isInstance(error) ? [...traces, error.message, String(error.stack)] : traces
    return texts.flatMap((text) => complain(!contains(said, text), `'${text}' is told`))
  },
  alsoReject: async (_, { fault, mode }, asked) => {
    const overrides = Array.isArray(asked) ? (asked as Readonly<Record<string, unknown>>[]) : [] // the schema's word
    const complaints = await Promise.all(overrides.map((override) => acceptanceOf(fault, mode, override)))
    return complaints.flat()
  },
  notOffloadedAgain: ({ sent = [] }, { host, artifacts }, asked) => {
    const places = Array.isArray(asked) ? asked.map(Number) : []
    const left = artifacts.decisions.filter((decision) => decision.reason === 'recoverableSegmentBypass')
    return [
      ...places.flatMap((at) =>
        complain(
          sent.some((message) => message === host[at]),
          `${at} is replaced`,
        ),
      ),
      ...complain(left.length === places.length, `${left.length} results are known as read back`),
    ]
  },
  readBackError: (_, { artifacts: { readBacks, decisions } }, asked) => {
    const outcomes = decisions.map(({ outcome }) => String(outcome))
    return [
      ...complain(asked === 'NotFound' && outcomes.includes('missing'), `it is decided as ${outcomes}`),
      ...complain(
        readBacks.length > 0 &&
          readBacks.every((text) => text.startsWith('Error: there is no such artifact')),
        `the model reads '${readBacks}'`,
      ),
    ]
  },
  withOffload: async (_, { fault, mode }, asked) => {
    const { replaces, ...expected } = asked as { readonly replaces: number; readonly outcome: string } // the schema's word
    const settings = { ...fault.settings, offload: { thresholdBytes: fault.settings.hardLimit / 2 } }
    const { answers, host } = await runCase({ ...fault, settings }, mode)
    const [answer] = answers
    const content = answer?.sent?.[replaces]?.content
    const envelope = typeof content === 'string' ? parseEnvelope(content) : undefined
    const digest = digestText(String(host[replaces]?.content))
    return [
      ...complain(
        acceptedOutcomes(expected).includes(answer?.outcome ?? ''),
        `it ends as ${answer?.outcome}`,
      ),
      ...complain(envelope?.digest === digest, `${replaces} is not replaced by its reference`),
    ]
  },
  workLinear: async (_, { fault, mode }) => {
    const [small, large] = [await measureWork(fault, mode, 10), await measureWork(fault, mode, 100)]
    return [
      ...complain(
        large.elapsedMs < 40 * small.elapsedMs + 50,
        `${small.elapsedMs} ms become ${large.elapsedMs}`,
      ),
      ...complain(
        large.input <= large.length,
        `the reducer is shown ${large.input} of ${large.length} messages`,
      ),
    ]
  },
}

const optionNames: Readonly<Record<string, string>> = {
  hardLimit: 'hardLimitBytes',
  triggerMargin: 'triggerMarginBytes',
  fixedOverhead: 'requestOverhead',
}

// Each override is refused beside the case's other settings, and also alone, beside settings that are in order.
async function acceptanceOf(
  fault: FaultCase,
  mode: CaseMode,
  override: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const values = Object.fromEntries(
    Object.entries(override).map(([name, value]) => [
      name,
      value === 'NaN' || value === 'Infinity' ? Number(value) : value,
    ]),
  )
  const sound = { ...fault.settings, triggerMargin: 0, fixedOverhead: 0 }
  const bases: CaseSettings[] = [fault.settings, sound]
  const complaints = bases.map(async (base) => {
    const { answers } = await runCase({ ...fault, settings: { ...base, ...values } as CaseSettings }, mode) // wrong on purpose
    const error = answers[0]?.error
    if (!ProfileError.isInstance(error)) return [`${JSON.stringify(override)} is accepted`]
    const named = Object.keys(override).every((name) => error.message.includes(optionNames[name] ?? name))
    return complain(base !== sound || named, `${JSON.stringify(override)} is refused without its name`)
  })
  return (await Promise.all(complaints)).flat()
}

async function measureWork(fault: FaultCase, mode: CaseMode, times: number) {
  const instructions = fault.messages.filter(({ role }) => role === 'system')
  const rest = fault.messages.filter(({ role }) => role !== 'system')
  const messages = [...instructions, ...Array.from({ length: times }, () => rest).flat()]
  const { calls: _, ...grown } = { ...fault, messages, expect: { outcome: 'any' } }
  const runs = [await runCase(grown, mode), await runCase(grown, mode), await runCase(grown, mode)]
  return {
    elapsedMs: Math.min(...runs.map(({ answers }) => answers[0]?.elapsedMs ?? 0)),
    input: Math.max(...runs.map(({ reducer }) => reducer.largestInput)),
    length: messages.length,
  }
}

function contains(traces: readonly string[], text: string): boolean {
  return traces.some((trace) => trace.includes(text))
}

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozen)
}

function complain(holds: boolean, complaint: string): string[] {
  return holds ? [] : [complaint]
}
