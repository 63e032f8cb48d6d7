import type { Requirement } from '../requirement.ts'

/** Histories that change while we work. */
export const restarts: readonly Requirement[] = [
  {
    id: 'restarts.never-stale',
    behaviour: 'A list that changed meanwhile is never sent as it was: the assembly begins anew, or ends.',
    source: [
      'ADR, decision drivers 6',
      'ADR, decision 3',
      'options, MaximumCompactionAttempts',
      'design 1, promise 5',
      'matrix INJ-01',
    ],
    citedBy: [
      'run/assemble-restarts.test.ts > a history that changes while the reducer is asked > starts the assembly anew, and the restart costs no attempt of its own',
      'run/host-edits.test.ts > an edit in place that no attempt is left for is never sent stale',
      'testing/host-conformance.test.ts > a broken host is caught > that sends a list which is stale',
    ],
  },
  {
    id: 'restarts.rechecked-before-success',
    behaviour:
      'The version is looked at after each asking of the reducer, and again right before every success.',
    source: ['design 4.2', 'matrix INJ-05..07'],
    citedBy: [
      'run/assemble-restarts.test.ts > a history that changes right before success > costs an attempt when no reducer was asked',
      'run/assemble-restarts.test.ts > a history that changes right before success > costs none at the recheck before success that follows a reducer invocation',
      'run/assemble-restarts.test.ts > a history that changes right before success > is seen before the fallback is sent, too',
      'machines/assembly/restarts.test.ts > a changed history > restarts from the newest snapshot when the history changed before dispatch',
    ],
  },
  {
    id: 'restarts.rechecked-before-refusal',
    behaviour: 'A broken list that is to be refused is looked at once more before it is.',
    source: ['design 4.2'],
    citedBy: [
      'run/assemble-restarts.test.ts > a broken list that is to be refused > is looked at once more before it is refused',
      'machines/assembly/restarts.test.ts > a changed history > restarts instead of refusing a broken list',
    ],
  },
  {
    id: 'restarts.cost',
    behaviour: 'A restart costs an attempt, unless the reducer was just asked and has paid already.',
    source: ['ADR, confirmation 1', 'options, MaximumCompactionAttempts', 'design 4.2', 'matrix INJ-01'],
    citedBy: [
      'machines/assembly/restarts.test.ts > a changed history > restarts at no further cost when the reducer was just asked',
      'machines/assembly/restarts.test.ts > a changed history > restarts at no further cost at the recheck before the success of that attempt',
      'machines/assembly/restarts.test.ts > a changed history > costs an attempt again in an epoch that asked no reducer',
    ],
  },
  {
    id: 'restarts.limit',
    behaviour: 'A change that is seen with no attempt left ends the call, measured on the newest list.',
    source: [
      'ADR, decision 3',
      'ADR, confirmation 1',
      'design 4.2',
      'design card',
      'matrix IRR-09, INJ-03, INJ-08',
    ],
    citedBy: [
      'run/assemble-restarts.test.ts > a history that changes right before success > ends the call when no attempt is left, with the size of the newest snapshot',
      'machines/assembly/terminations.test.ts > concurrentMutationLimit > it ends so before dispatch, too',
      'machines/assembly/terminations.test.ts > concurrentMutationLimit > it ends so before a broken list is refused, too',
    ],
  },
  {
    id: 'restarts.stable-and-fits',
    behaviour: 'When restarts used up the attempts and the newest list fits, it is sent as it is.',
    source: ['design 4.2'],
    citedBy: [
      'run/assemble-restarts.test.ts > restarts that used up the attempts send the newest list as it is, when that fits',
    ],
  },
  {
    id: 'restarts.injected-exchange',
    behaviour: 'What came in meanwhile is in the list that is sent, once, and an exchange of it whole.',
    source: [
      'options, MaximumCompactionAttempts',
      'design 1, promise 5',
      'matrix INJ-01, INJ-02, INJ-05, INJ-06',
    ],
    citedBy: [
      'run/assemble-restarts.test.ts > a history that changes while the reducer is asked > takes an exchange that came in as a whole',
      'run/assemble-restarts.test.ts > a history that changes while the reducer is asked > starts the assembly anew, and the restart costs no attempt of its own',
    ],
  },
  {
    id: 'restarts.sources',
    behaviour:
      'A source captures a version and messages, at once or later; an answer that is none is refused.',
    source: ['design 4.2', 'matrix OBS-14'],
    citedBy: [
      'assembly/hostile-source.test.ts > a source may be asynchronous, or answer with any thenable',
      'assembly/hostile-source.test.ts > at capture %i > a source that answers with %s is refused | nothing',
      'assembly/hostile-source.test.ts > at capture %i > a source that answers with %s is refused | no version',
    ],
  },
  {
    id: 'restarts.plain-arrays',
    behaviour:
      'A plain array is compared by length and identity of its messages, and messages edited in place are noticed.',
    source: ['design 4.2', 'matrix IMM-01, ENT-19, ENT-20, PRE-20..23'],
    citedBy: [
      'run/assemble-restarts.test.ts > a plain array > that the host appends to while the reducer is asked starts the assembly anew',
      'run/assemble-restarts.test.ts > a plain array > in which an equal object takes the place of another is another list',
      'run/assemble-restarts.test.ts > a plain array > that is emptied after the call is assembled leaves the call alone',
      'run/host-edits.test.ts > a message that the host edits in place while the reducer is asked is measured anew',
    ],
  },
  {
    id: 'restarts.interrupts-once',
    behaviour:
      'A history that tells of changes interrupts a pending reducer once an assembly; the late answer counts for nothing.',
    source: ['design 5'],
    citedBy: [
      'run/assemble-restarts.test.ts > a live history > interrupts a pending reducer once, whose answer then counts for nothing',
      'run/assemble-restarts.test.ts > a live history > does not interrupt the reducer of the same call a second time',
      'machines/assembly/restarts.test.ts > a change while the reducer is asked > interrupts once an assembly: a history that never rests is dealt with at the rechecks',
    ],
  },
  {
    id: 'restarts.freed-lease',
    behaviour:
      'A body that another call frees meanwhile is taken up by at most one restart, which costs nothing.',
    source: ['design 4.2', 'matrix CRD-11, CRD-24'],
    citedBy: [
      'run/lease-book.test.ts > a rehydrated body > that another call frees meanwhile is taken up by one restart, which costs no attempt',
      'machines/assembly/restarts.test.ts > a released lease > restarts no second time',
    ],
  },
  {
    id: 'restarts.versions-compared',
    behaviour: 'Repeated looks at a history that did not change restart nothing.',
    source: ['design 4.2', 'matrix CRD-23'],
    citedBy: [
      'run/live-history.test.ts > a live history > has the same version as long as nothing changes',
      'assembly/hostile-source.test.ts > a source that can be subscribed to > and tells of changes before and after the call disturbs nothing',
    ],
  },
  {
    id: 'restarts.ready-made-source',
    behaviour: 'A ready-made live history gives each change a new version and a new list.',
    source: ['design 10'],
    citedBy: ['run/live-history.test.ts > a live history > gives each change a new version and a new list'],
  },
]
