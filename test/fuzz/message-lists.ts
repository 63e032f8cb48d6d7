import { fc } from '@fast-check/vitest'
import type { Grammar } from './grammar.ts'
import { anything, id, oneOf } from './hostile-values.ts'

type Edit =
  | { readonly does: 'drop' | 'repeat' | 'copy'; readonly at: number }
  | { readonly does: 'swap'; readonly at: number; readonly with: number }
  | { readonly does: 'insert'; readonly at: number; readonly message: unknown }

/** Lists of a dialect: conversations that are in order, such conversations with a few changes, and pure noise. */
export function messageLists(grammar: Grammar): fc.Arbitrary<readonly unknown[]> {
  const inOrder = conversations(grammar)
  const noise = fc.array(grammar.message, { maxLength: 12 })
  const edited = fc.tuple(inOrder, fc.array(editsWith(grammar.message), { minLength: 1, maxLength: 5 }))
  return fc.oneof(
    { weight: 2, arbitrary: inOrder },
    { weight: 5, arbitrary: edited.map(([list, edits]) => edits.reduce(applyEdit, list)) },
    { weight: 3, arbitrary: noise },
  )
}

function conversations({ system, user, answer, exchange }: Grammar): fc.Arbitrary<readonly unknown[]> {
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 3 })
  const round = fc.oneof(
    { weight: 3, arbitrary: ids.chain(exchange) },
    { weight: 1, arbitrary: fc.tuple(answer) },
    { weight: 1, arbitrary: fc.tuple(user) },
  )
  return fc
    .tuple(fc.option(system), user, fc.array(round, { maxLength: 7 }))
    .map(([instructions, task, rounds]) => [
      ...(instructions === null ? [] : [instructions]),
      task,
      ...rounds.flat(),
    ])
}

function editsWith(message: fc.Arbitrary<unknown>): fc.Arbitrary<Edit> {
  const at = fc.nat(20)
  return fc.oneof<fc.Arbitrary<Edit>[]>(
    fc.record({ does: fc.constantFrom('drop', 'repeat', 'copy'), at }),
    fc.record({ does: fc.constant('swap' as const), at, with: fc.nat(20) }),
    fc.record({ does: fc.constant('insert' as const), at, message: oneOf(message, anything) }),
  )
}

function applyEdit(list: readonly unknown[], edit: Edit): readonly unknown[] {
  const at = list.length === 0 ? 0 : edit.at % list.length
  const there = list[at]
  if (edit.does === 'insert') return list.toSpliced(at, 0, edit.message)
  if (list.length === 0) return list
  if (edit.does === 'drop') return list.toSpliced(at, 1)
  if (edit.does === 'repeat') return list.toSpliced(at, 0, there)
  if (edit.does !== 'swap') return list.toSpliced(at, 0, structuredClone(there))
  const other = edit.with % list.length
  return list.with(at, list[other]).with(other, there)
}
