import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryOf } from './api-token-expiry.ts'

const now = Date.parse('2027-03-01T10:00:00Z')
const at = (text: string | undefined) => new Date(expiryOf(text, now)).toISOString()

test('API token expiry: a year by default, otherwise the given date or duration', () => {
  assert.equal(at(undefined), '2028-03-01T10:00:00.000Z')
  assert.equal(at('12h'), '2027-03-01T22:00:00.000Z')
  assert.equal(at('30d'), '2027-03-31T10:00:00.000Z')
  assert.equal(at('2027-03-02'), '2027-03-02T00:00:00.000Z')
  assert.equal(at('2027-03-02T01:02:03.004+02:00'), '2027-03-01T23:02:03.004Z')
})

test('API token expiry: a year is accepted in leap years and with a minute of clock skew', () => {
  assert.equal(at('2028-03-01T10:00:00Z'), '2028-03-01T10:00:00.000Z')
  assert.equal(at('2028-03-01T10:00:59Z'), '2028-03-01T10:00:00.000Z')
  assert.throws(() => at('2028-03-01T10:01:01Z'), /more than a year/)
})

test('API token expiry: a past, too distant or malformed date is refused with its reason', () => {
  const refused: Record<string, RegExp> = {
    '2027-03-01T10:00:00Z': /in the past/,
    '2020-01-01': /in the past/,
    '0s': /in the past/,
    '2y': /more than a year/,
    '99999999999999999y': /more than a year/,
    '2027-02-31T99:00': /neither a date/,
    '12 parsecs': /neither a date/,
    '': /neither a date/,
    'March 7, 2027': /neither a date/,
    '-5h': /neither a date/,
    '+010000-01-01T00:00:00Z': /neither a date/,
  }
  for (const [text, sentence] of Object.entries(refused)) {
    assert.throws(() => at(text), sentence, text)
  }
})
