import type { Requirement } from '../requirement.ts'

/** Where artifacts are kept, and what stands for them. */
export const workspaces: readonly Requirement[] = [
  {
    id: 'artifacts.digest',
    behaviour: 'A digest is SHA-256 over the UTF-8 bytes of a text, in 64 lowercase hex digits.',
    source: ['design 6', 'matrix ART-01..03'],
    citedBy: [
      'context/references.test.ts > a digest is SHA-256 over the UTF-8 bytes of a text',
      'context/references.test.ts > %j is no digest',
    ],
  },
  {
    id: 'artifacts.reference-grammar',
    behaviour:
      'A reference is its scheme and digest, to the letter: no other case, length, scheme, hash, path or blank.',
    source: ['design 6', 'ADR, context and scope 1', 'matrix ART-06..08, ART-17, ART-18, PRE-14..19'],
    citedBy: [
      'context/references.test.ts > a reference is read as it is written',
      'context/references.test.ts > %s is no reference | a digest in capitals',
      'context/references.test.ts > %s is no reference | a digest of half the length',
      'context/references.test.ts > %s is no reference | another hash',
      'context/references.test.ts > %s is no reference | another scheme',
      'artifacts/read-artifact.test.ts > what is no digest is no reference',
    ],
  },
  {
    id: 'artifacts.content-addressed',
    behaviour: 'A body is kept under a key that its digest alone makes.',
    source: ['design 6', 'matrix ART-04, ART-05'],
    citedBy: [
      'artifacts/storage-faults.test.ts > a text that is no digest never becomes part of a key',
      'contracts/workspace-contract.ts > a workspace on {title} > lists in the order of the digests, and only what is its own',
      'contracts/workspace-contract.ts > a workspace on {title} > keeps a record for each owner, beside one body',
    ],
  },
  {
    id: 'artifacts.written-once',
    behaviour:
      'A body is written once, and verified whenever it is read; corruption is never overwritten or given out.',
    source: ['ADR, context and scope 1', 'design 6', 'matrix ART-24, OFF-08, OFF-09'],
    citedBy: [
      'contracts/workspace-contract.ts > a workspace on {title} > writes a body once, and tells that it is there the next time',
      'contracts/workspace-contract.ts > a workspace on {title} > never gives out, and never overwrites, a body in whose place stands %s | other bytes of the same length',
    ],
  },
  {
    id: 'artifacts.exact-content',
    behaviour: 'What is read is what was stored, to the byte, on any storage.',
    source: ['design 6', 'matrix ART-23, ART-25, ART-22'],
    citedBy: [
      'contracts/workspace-contract.ts > a workspace on {title} > gives back %s as it was stored',
      'contracts/workspace-contract.ts > a workspace on {title} > has nothing where nothing was stored',
      'contracts/workspace-contract.ts > a workspace on {title} > takes no record that is %s, and mends it when the body is stored again',
    ],
  },
  {
    id: 'artifacts.references-in-messages',
    behaviour:
      'A text or a result that is exactly a reference or an envelope refers to it; nothing else does.',
    source: ['design 6', 'matrix ATR-01..04'],
    citedBy: [
      'context/references.test.ts > a message refers to > what each of its results names, each artifact once',
      'context/references.test.ts > a message refers to > what an envelope names that is its text or a result',
      'context/references.test.ts > a message refers to > nothing, when a reference only stands among other text',
    ],
  },
  {
    id: 'artifacts.envelope',
    behaviour:
      'What stands for an offloaded body is a fixed envelope: reference, size, and if wanted a bounded preview.',
    source: ['design 6'],
    citedBy: [
      'context/envelope.test.ts > an envelope is one line of JSON, with its keys in one order',
      'context/envelope.test.ts > %s is no envelope',
      'artifacts/offload-body.test.ts > a preview is a beginning of the text, no longer than previews may be',
    ],
  },
  {
    id: 'artifacts.retention',
    behaviour:
      'Compaction removes no artifact; retention is asked for by the host and spares what an open run refers to.',
    source: ['ADR, consequences, neutral 1', 'design 6'],
    citedBy: [
      'run/rehydrate.test.ts > an artifact that the run refers to is held until the run is closed',
      'contracts/workspace-contract.ts > a workspace on {title} > retains > what is kept, held or young, and removes the rest with its records',
      'corpus/offload.test.ts > results that leave a list are all in the workspace, byte for byte > of a generated conversation',
    ],
  },
  {
    id: 'artifacts.any-storage',
    behaviour:
      'Artifacts are kept in memory by default, and on any storage that keeps bytes; processes may share one.',
    source: ['design 6'],
    citedBy: [
      'artifacts/workspace-memory.test.ts > a workspace without a storage keeps artifacts in memory, apart from every other one',
      'artifacts/two-processes.test.ts > two processes store the same bodies in one folder at once, and each finds them whole',
    ],
  },
  {
    id: 'artifacts.failing-storage',
    behaviour:
      'Whatever a storage does at whatever operation, there is an answer, nothing is lost, and none of its words get out.',
    source: ['design 6', 'design 1, promise 6'],
    citedBy: [
      'artifacts/storage-faults.test.ts > when %s > and it %s at operation %d, there is an answer, and nothing is lost',
      'artifacts/read-artifact.test.ts > a storage that fails at operation %d is an error without its words',
    ],
  },
]
