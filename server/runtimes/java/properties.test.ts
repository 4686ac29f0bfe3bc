import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProperties } from './properties.ts'

test('properties: separators, comments, continuations and escapes are those of Java', () => {
  const text = [
    '# comment = no',
    '! nor = this',
    '',
    'a=1',
    ' b : 2',
    'c 3',
    'd=x\\',
    '   y',
    'e\\=f=g\\u00e9\\n',
    'path=C:\\\\',
    '%berth.application.mode=prod',
    'empty=',
    'alone',
    'a=last',
  ].join('\n')
  assert.deepEqual(Object.fromEntries(readProperties(text)), {
    a: 'last',
    b: '2',
    c: '3',
    d: 'xy',
    'e=f': 'gé\n',
    path: 'C:\\',
    '%berth.application.mode': 'prod',
    empty: '',
    alone: '',
  })
})

test('properties: hostile texts end', () => {
  for (const text of ['\\', '=', ':::', '\\u12', 'a\\'.repeat(10_000), '\\\n'.repeat(10_000)]) {
    assert.ok(readProperties(text).size <= 1)
  }
})

test('properties: long runs of backslashes and of continued lines take linear time', () => {
  const run = `a=${'\\'.repeat(2_000_000)}x`
  assert.equal(readProperties(run).get('a')?.length, 1_000_001)
  const continued = `a=${'b\\\n'.repeat(1_000_000)}`
  assert.equal(readProperties(continued).get('a')?.length, 1_000_000)
})

test('properties: backslashes before a continued line count per line', () => {
  assert.equal(readProperties('a=b\\\\\\\n\\\\\nc=1').get('a'), 'b\\\\')
})
