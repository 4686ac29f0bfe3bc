import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, figure, type Unit } from './figures.ts'

test('figures: are short and have a unit', () => {
  const expected: [number, Unit, string][] = [
    [0, 'count', '0'],
    [9999, 'count', '9,999'],
    [12_345, 'count', '12 k'],
    [512, 'bytes', '512 B'],
    [1536, 'bytes', '1.5 KiB'],
    [356_515_840, 'bytes', '340 MiB'],
    [87.4, 'percent', '87 %'],
    [0.256, 'percent', '0.26 %'],
    [120, 'milliseconds', '120 ms'],
    [1500, 'milliseconds', '1.5 s'],
    [1200, 'perMinute', '1.2 k/min'],
    [0.5, 'perSecond', '0.50/s'],
  ]
  for (const [value, unit, text] of expected)
    assert.equal(figure(value, unit).replaceAll('\u202f', ' '), text)
})

test('counted: has the plural where it belongs', () => {
  assert.equal(counted(1, 'instance'), '1 instance')
  assert.equal(counted(0, 'instance'), '0 instances')
  assert.equal(counted(2, 'address', 'addresses'), '2 addresses')
})
