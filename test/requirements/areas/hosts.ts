import type { Requirement } from '../requirement.ts'

/** Seams of hosts, and the rules of the providers behind them. */
export const hosts: readonly Requirement[] = [
  {
    id: 'hosts.refuse-once',
    behaviour: 'A refusal reaches the caller once, is not tried again by the host, and nothing leaves.',
    source: ['design 11', 'matrix SEAM-04'],
    citedBy: [
      "contracts/host-contract.ts > {adapter.title}: the host contract > refusal > of a request that can't be made to fit, first thing ({mode})",
      'contracts/host-contract.ts > {adapter.title}: the host contract > refusal > in a later round, after the rounds before were sent ({mode})',
      'hosts/openai/refusals.test.ts > a refusal of $title > rejects create with our own instance, whatever tries are left (%i)',
      'hosts/anthropic/refusals.test.ts > a refusal is our own error, and not retried with %i retries',
    ],
  },
  {
    id: 'hosts.retries-bounded-anew',
    behaviour: 'What a host tries again is bounded anew from its whole list, and each try is settled.',
    source: ['design 11', 'matrix CRD-12'],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > retries > from the list that the host holds ({mode})',
      'hosts/anthropic/refusals.test.ts > an attempt is assembled anew from the full list when a busy server is asked again',
    ],
  },
  {
    id: 'hosts.rules-are-data',
    behaviour:
      'Sequence rules are data with a source, and chosen by the provider of the model where one dialect serves many.',
    source: ['design 11', 'design 4.6'],
    citedBy: [
      'dialects/ai-sdk/sequence-rules.test.ts > a model of %s is read by %s',
      'hosts/ai-sdk/bound-model.test.ts > the rules of the provider behind the model are applied',
      'contracts/dialect-contract.ts > {dialect.name}: the dialect contract > the dialect and its rules are frozen, and each rule has a source',
    ],
  },
  {
    id: 'hosts.rule-server',
    behaviour:
      'A local server refuses what providers refuse, and everything that is sent of any conversation is accepted there.',
    source: ['design 11'],
    citedBy: [
      'rule-server/rules.test.ts > %s > %s refuses the broken request in the shape of the provider, and takes the mended one',
      'rule-server/dialect-rules.test.ts > the rules of a dialect for %s hold every demand of the server that they can name',
      'rule-server/apis-accepted.test.ts > everything that is sent to $profile is accepted > of conversations that were made up',
    ],
  },
  {
    id: 'hosts.server-held',
    behaviour:
      'A list that the model reads and the client does not hold is refused with the remedy, or passes by option, reported.',
    source: ['design 11', 'design 9'],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > serverHeld > and says what was found',
      'hosts/openai/server-held.test.ts > context that the server holds, with $title > is refused, and what was found is named (%#)',
      'hosts/openai/server-held.test.ts > context that the server holds, with $title > passes as it is where that is asked for, and is reported (%#)',
      'hosts/ai-sdk/server-held.test.ts > an item of a prompt > by its id alone is refused, and its place is named',
    ],
  },
  {
    id: 'hosts.stored-item-with-text',
    behaviour: 'An item that names an id of the server and holds its text is measured in full.',
    source: ['design 11'],
    citedBy: [
      'dialects/ai-sdk/read-entry.test.ts > text and options > a text part counts in full where the provider stores it under an id',
      'hosts/ai-sdk/server-held.test.ts > an item of a prompt > with its content is bounded, whatever id it has',
    ],
  },
  {
    id: 'hosts.streams-alike',
    behaviour: 'Streaming and not take the same path up to the send, and send the same.',
    source: ['design 11', 'matrix CRD-06'],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > streaming > the same messages go out',
      'hosts/ai-sdk/hard-limit.test.ts > a loop that grows beyond the limit in $title > sends the same when it streams',
    ],
  },
  {
    id: 'hosts.release',
    behaviour:
      'An abort, a reader that breaks off and a stream that fails release the call, so that the next one gets through.',
    source: ['design 11', 'design 5', 'matrix CRD-13'],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > abort > so that the next call of a serial run gets through ({mode})',
      'contracts/host-contract.ts > {adapter.title}: the host contract > earlyBreak > so that the next call of a serial run gets through',
      'hosts/anthropic/settling.test.ts > a stream that breaks by %s is released',
      'hosts/openai/settling.test.ts > a call of $title > is released when its stream breaks by %s',
    ],
  },
  {
    id: 'hosts.overhead',
    behaviour:
      'What a request carries beside its list, tools, formats and instructions, counts as its overhead.',
    source: ['design 4.1', 'design 11'],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > overhead > tool definitions as request overhead ({mode})',
      'hosts/ai-sdk/measure-request.test.ts > a response format counts with its schema, name and description',
    ],
  },
  {
    id: 'hosts.reasoning-stays',
    behaviour:
      'Reasoning, signatures, cache marks, compaction and server tools stay untouched, with their exchange.',
    source: ['design 11', 'design 1, promise 2'],
    citedBy: [
      'contracts/host-contract.ts > {adapter.title}: the host contract > reasoning > with the exchanges that are kept, as they came',
      'hosts/anthropic/content.test.ts > thinking with signatures > is accepted in every round of a loop that is cut (bounded: %s)',
      'hosts/anthropic/content.test.ts > a message > with a cache mark is counted when it is dropped, and the mark stays on those that are kept',
      'hosts/anthropic/content.test.ts > a message > with a compaction block stays, as it is',
      'hosts/anthropic/content.test.ts > a message > with blocks of a server tool stays or goes as a whole',
    ],
  },
  {
    id: 'hosts.nothing-else-changes',
    behaviour: 'Nothing of a request but its list is changed, and a model, client or tool keeps its type.',
    source: ['design 1, promise 7', 'design 11'],
    citedBy: [
      'hosts/ai-sdk/hard-limit.test.ts > a loop that grows beyond the limit in $title > changes nothing of a request but its prompt',
      'hosts/ai-sdk/delegate-model.test.ts > a bounded model > is of the class of the model and has its properties, getters and promises',
      'hosts/openai/bound-openai.test.ts > a bounded client of $title > is a clone of the same class, and leaves the client alone',
    ],
  },
  {
    id: 'hosts.contract-per-version',
    behaviour:
      'Every host runs one contract through its own package, so that an upgrade of it is checked again.',
    source: ['ADR, confirmation 9', 'design 11'],
    citedBy: [
      'contracts/host-contract-page.test.ts > the page of the hosts says what the adapters do: run `npx vitest run host-contract-page -u` when it does not',
      'testing/host-conformance.test.ts > a broken host is caught > that goes round the bound',
    ],
  },
  {
    id: 'hosts.overflow',
    behaviour:
      'By option a list that the provider finds too long is assembled once more under a lower limit.',
    source: ['ADR, consequences, negative 1', 'design 10'],
    citedBy: [
      'run/rollout.test.ts > a list that the provider finds too long > is assembled once more under three quarters of the limit, and the run keeps that',
      'hosts/openai/overflow.test.ts > a request that the provider finds too long, with $title > is not sent again unless that is asked for',
    ],
  },
]
