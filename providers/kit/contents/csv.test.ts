import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCsv } from './csv.ts'

test('CSV: fields keep quotes, commas and line breaks, and empty ones are empty', () => {
  assert.deepEqual(parseCsv('a,"b ""c"", d",\n"x\ny",,z\n'), [
    ['a', 'b "c", d', ''],
    ['x\ny', '', 'z'],
  ])
  assert.deepEqual(parseCsv(''), [])
})

test('CSV: a text that was cut off loses its last record only', () => {
  const whole = 'a,b\n"1,""2",x\nnext,"3"\n'
  for (let length = 0; length < whole.length; length += 1)
    assert.deepEqual(
      parseCsv(whole.slice(0, length)),
      parseCsv(whole).slice(0, (length >= 4 ? 1 : 0) + (length >= 14 ? 1 : 0)),
      whole.slice(0, length),
    )
})

test('CSV: a million short fields take no longer than their length', () => {
  assert.equal(parseCsv('x,\n'.repeat(300_000)).length, 300_000)
})
