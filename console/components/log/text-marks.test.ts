import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMarks, markParts, occurs, searchPattern } from './text-marks.ts'

test('search: finds every place regardless of case, and takes signs as they are', () => {
  assert.deepEqual(findMarks('Error: no error', searchPattern('ERROR')), [
    [0, 5],
    [10, 15],
  ])
  assert.deepEqual(findMarks('a.b axb', searchPattern('a.b')), [[0, 3]])
  assert.deepEqual(findMarks('GET /a-b?c[1]', searchPattern('/a-b?c[1]')), [[4, 13]])
  assert.equal(searchPattern(''), undefined)
  assert.deepEqual(findMarks('abc', undefined), [])
})

test('search: asking again gives the same answer', () => {
  const pattern = searchPattern('b') as RegExp
  assert.deepEqual(
    [occurs('ab', pattern), occurs('ab', pattern), occurs('a', pattern)],
    [true, true, false],
  )
})

test('marks: cut the parts of a line, across their borders', () => {
  const parts = [{ text: 'one ', colour: 'red' }, { text: 'two three' }]
  assert.deepEqual(markParts(parts, [[2, 6]]), [
    { text: 'on', colour: 'red', isMarked: false },
    { text: 'e ', colour: 'red', isMarked: true },
    { text: 'tw', isMarked: true },
    { text: 'o three', isMarked: false },
  ])
  assert.deepEqual(
    markParts(
      [{ text: 'aXbX' }],
      [
        [1, 2],
        [3, 4],
      ],
    ),
    [
      { text: 'a', isMarked: false },
      { text: 'X', isMarked: true },
      { text: 'b', isMarked: false },
      { text: 'X', isMarked: true },
    ],
  )
  assert.deepEqual(markParts([{ text: 'ab' }], []), [{ text: 'ab', isMarked: false }])
})

test('marks: a line of nothing but what is looked for has a bounded number of parts, and loses no text', () => {
  const text = 'a'.repeat(16_384)
  const plain = markParts([{ text }], findMarks(text, searchPattern('a')))
  const coloured = markParts(
    Array.from(text, (letter) => ({ text: letter })),
    findMarks(text, searchPattern('A')),
  )
  assert.ok(plain.length <= 501, `${plain.length} parts`)
  for (const parts of [plain, coloured]) {
    assert.equal(parts.map((part) => part.text).join(''), text)
    assert.equal(parts.filter(({ isMarked }) => isMarked).length, 500)
  }
})

test('marks: a pattern that was looked for in one line marks all of the next', () => {
  const pattern = searchPattern('refused')
  assert.ok(pattern && occurs('long before it: refused', pattern))
  assert.deepEqual(findMarks('refused', pattern), [[0, 7]])
})
