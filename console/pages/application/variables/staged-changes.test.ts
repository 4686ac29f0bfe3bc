import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyEdits,
  changesBetween,
  countChanges,
  type Edits,
  editsBetween,
  invalidNames,
  nameProblem,
  noEdits,
  rebaseEdits,
  rowsOf,
  stageRemoval,
  stageValue,
  undoEdit,
  type Variables,
} from './staged-changes.ts'

const variables = (record: Record<string, string>): Variables => new Map(Object.entries(record))
const edits = (record: Record<string, string | null>): Edits => new Map(Object.entries(record))
const base = variables({ A: '1', B: '2', C: '3' })

test('staged changes: a value, a new name and a removal are told apart and counted', () => {
  let staged = stageValue(base, noEdits, 'B', 'two')
  staged = stageValue(base, staged, 'D', '4')
  staged = stageRemoval(base, staged, 'A')
  const changes = changesBetween(base, applyEdits(base, staged))
  assert.deepEqual(changes, [
    { name: 'A', kind: 'removed', before: '1', after: undefined },
    { name: 'B', kind: 'changed', before: '2', after: 'two' },
    { name: 'D', kind: 'added', before: undefined, after: '4' },
  ])
  assert.deepEqual(countChanges(changes), { added: 1, changed: 1, removed: 1 })
})

test('staged changes: what is typed back, taken back or removed again is no change', () => {
  assert.equal(stageValue(base, edits({ B: 'two' }), 'B', '2').size, 0)
  assert.equal(stageRemoval(base, edits({ D: '4' }), 'D').size, 0)
  assert.equal(undoEdit(edits({ A: null }), 'A').size, 0)
  assert.equal(stageValue(base, edits({ A: null }), 'A', '1').size, 0)
})

test('staged changes: an empty value is a value', () => {
  assert.deepEqual([...stageValue(base, noEdits, 'A', '')], [['A', '']])
  assert.deepEqual(rowsOf(base, edits({ A: '' }))[0], { name: 'A', value: '', kind: 'changed' })
})

test('rows: are sorted by name as people count, and removed ones stay', () => {
  const rows = rowsOf(variables({ A10: 'x', b: 'y', A2: 'z' }), edits({ b: null, A3: 'n' }))
  assert.deepEqual(
    rows.map(({ name, value, kind }) => [name, value, kind]),
    [
      ['A2', 'z', 'same'],
      ['A3', 'n', 'added'],
      ['A10', 'x', 'same'],
      ['b', 'y', 'removed'],
    ],
  )
})

test('edits between: lead from the one to the other, also for the name __proto__', () => {
  const wanted: Variables = new Map([
    ['__proto__', 'x'],
    ['A', '1'],
    ['B', 'two'],
  ])
  const found = editsBetween(base, wanted)
  assert.deepEqual(applyEdits(base, found), wanted)
  assert.deepEqual([...found.keys()].sort(), ['B', 'C', '__proto__'])
})

test('rebased edits: changes of others stay, mine are kept, equal ones vanish', () => {
  const latest = variables({ A: '1', B: 'theirs', C: '3', E: 'new' })
  const { edits: kept, conflicts } = rebaseEdits(base, latest, edits({ A: 'mine', E: 'new' }))
  assert.deepEqual([...kept], [['A', 'mine']])
  assert.deepEqual(conflicts, [])
  assert.deepEqual(
    applyEdits(latest, kept),
    variables({ ...Object.fromEntries(latest), A: 'mine' }),
  )
})

test('rebased edits: what both changed in different ways is a conflict', () => {
  const latest = variables({ A: 'theirs', C: '3' })
  const { edits: kept, conflicts } = rebaseEdits(
    base,
    latest,
    edits({ A: 'mine', B: 'mine', C: null }),
  )
  assert.deepEqual(conflicts, [
    { name: 'A', mine: 'mine', theirs: 'theirs' },
    { name: 'B', mine: 'mine', theirs: null },
  ])
  assert.deepEqual([...kept.keys()].sort(), ['A', 'B', 'C'])
})

test('rebased edits: a removal of both is no edit; a removal of what they changed is a conflict', () => {
  const latest = variables({ A: 'theirs', C: '3' })
  const { edits: kept, conflicts } = rebaseEdits(base, latest, edits({ A: null, B: null }))
  assert.deepEqual([...kept], [['A', null]])
  assert.deepEqual(conflicts, [{ name: 'A', mine: null, theirs: 'theirs' }])
})

test('names: empty, invalid and taken ones are refused', () => {
  assert.equal(nameProblem('', base), 'empty')
  assert.equal(nameProblem('A B', base), 'invalid')
  assert.equal(nameProblem('x'.repeat(101), base), 'invalid')
  assert.equal(nameProblem('A', base), 'taken')
  assert.equal(nameProblem('NEW_1.x-y', base), undefined)
  assert.deepEqual(invalidNames(variables({ 'A B': '', OK: '' })), ['A B'])
})
