import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIsoDuration } from './iso-duration.ts'

test('ISO durations: are sums of weeks, days, hours, minutes and seconds, in either case', () => {
  assert.equal(parseIsoDuration('PT30M'), 1_800_000)
  assert.equal(parseIsoDuration('pt2m'), 120_000)
  assert.equal(parseIsoDuration('P1D'), 86_400_000)
  assert.equal(parseIsoDuration('P1W'), 604_800_000)
  assert.equal(parseIsoDuration('P1DT1H1M1.5S'), 90_061_500)
  assert.equal(parseIsoDuration('PT0S'), 0)
})

test('ISO durations: incomplete ones, months, signs and other text are invalid', () => {
  for (const text of [
    '',
    'P',
    'PT',
    'P1DT',
    'P1M',
    'P1Y',
    '-PT1M',
    'PT1',
    '30m',
    'PT1M ',
    'PT1e3S',
  ]) {
    assert.equal(parseIsoDuration(text), undefined, text)
  }
})
