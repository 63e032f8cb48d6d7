import { type HostAdapter, standingOf } from './host-contract-adapter.ts'
import { type HostBehaviour, hostBehaviours } from './host-contract-behaviours.ts'

const behaviours = Object.keys(hostBehaviours) as HostBehaviour[] // what it was made of

/** The reference page of the hosts, from what their adapters declare and the contract suite proves. */
export function drawHostPage(adapters: readonly HostAdapter[]): string {
  const notes: string[] = []
  const rows = adapters.map((adapter) => [
    `${adapter.title} (\`${adapter.entry}\`)`,
    ...behaviours.map((behaviour) => cellOf(adapter, behaviour, notes)),
  ])
  const paragraphs = [
    '# Hosts',
    '<!-- Generated from the host contract by `npx vitest run host-contract-page -u`; that test fails when it is stale. -->',
    'Every host runs one contract suite, `test/contracts/host-contract.ts`, through its own SDK, against a server that ' +
      'refuses what providers refuse. `yes` is tested, with generating and with streaming where both exist; `no` is a ' +
      'gap, and a test proves that it is there; `-` is a case that the host does not have.',
    table(['host', ...behaviours.map((behaviour) => hostBehaviours[behaviour])], rows),
    notes.map((note, at) => `${at + 1}. ${note}`).join('\n'),
    '## Where a refusal surfaces',
    '`findPlimsollError(error)` finds ours in each of them, and `onRefusal` hears each refusal once.',
    table(
      ['host', 'generating', 'streaming'],
      adapters.map(({ title, surfaces }) => [title, surfaces.generate, surfaces.stream]),
    ),
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`
}

function cellOf(adapter: HostAdapter, behaviour: HostBehaviour, notes: string[]): string {
  const standing = standingOf(adapter, behaviour)
  if (standing === 'kept') return 'yes'
  const reason = adapter[standing === 'gap' ? 'gaps' : 'absent'][behaviour] ?? ''
  const known = notes.indexOf(reason)
  const note = known === -1 ? notes.push(reason) : known + 1
  return `${standing === 'gap' ? 'no' : '-'} (${note})`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
