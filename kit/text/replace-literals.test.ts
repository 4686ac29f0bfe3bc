import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceLiterals } from './replace-literals.ts'

test('literals: each occurrence of each is replaced, overlapping ones as one', () => {
  const replace = replaceLiterals(['she', 'he', 'hers', 'abc', 'cde', ''], '*')
  assert.equal(replace('ushers and he'), 'u* and *')
  assert.equal(replace('abcde abxcd'), '* abxcd')
  assert.equal(replace('nothing of it'), 'nothing of it')
  assert.equal(replaceLiterals([], '*')('text'), 'text')
})

test('literals: finds the same occurrences as searching for them one by one', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed % below
  }
  const word = (length: number) => Array.from({ length }, () => 'ab'[random(2)]).join('')
  for (let round = 0; round < 200; round += 1) {
    const literals = Array.from({ length: 1 + random(5) }, () => word(1 + random(4)))
    const text = word(30)
    const replaced = replaceLiterals(literals, '')(text)
    const isInside = (at: number) =>
      literals.some((literal) => {
        for (let from = at - literal.length + 1; from <= at; from += 1)
          if (from >= 0 && text.startsWith(literal, from)) return true
        return false
      })
    const expected = [...text].filter((_, at) => !isInside(at)).join('')
    assert.equal(replaced, expected, `${literals} in ${text}`)
  }
})

test('literals: adversarial text and literals are no slower than others', () => {
  const literals = Array.from(
    { length: 50 },
    (_, at) => `${'a'.repeat(500 + at)}b${'a'.repeat(500)}`,
  )
  const replace = replaceLiterals(literals, '*')
  const text = 'a'.repeat(64 * 1024)
  assert.equal(replace(text), text)
})
