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
