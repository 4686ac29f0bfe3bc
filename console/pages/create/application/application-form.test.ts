import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTexts } from '#console/texts/en/create.ts'
import { nameProblem, rowProblems, variablesOf } from './application-form.ts'

const texts = createTexts.variables
const row = (id: number, name: string, value = '') => ({ id, name, value })

test('new application: a name is needed and has at most 100 characters', () => {
  assert.equal(nameProblem('  '), createTexts.application.nameMissing)
  assert.equal(nameProblem('x'.repeat(101)), createTexts.application.nameLong)
  assert.equal(nameProblem('shop'), undefined)
})

test('new application: rows of variables are told apart by name, and empty ones do not count', () => {
  const rows = [row(1, 'A', '1'), row(2, ''), row(3, 'A'), row(4, 'a b'), row(5, '', 'x')]
  assert.deepEqual(
    [...rowProblems(rows)],
    [
      [3, texts.twice],
      [4, texts.badName],
      [5, texts.missing],
    ],
  )
  assert.deepEqual(variablesOf([row(1, 'A', '1'), row(2, '')]), { A: '1' })
})
