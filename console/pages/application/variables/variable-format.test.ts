import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat, readVariables, writeVariables } from './variable-format.ts'

const variables = new Map([
  ['B', 'two words'],
  ['A', 'line 1\nline 2 "quoted" $HOME \\'],
  ['EMPTY', ''],
])

test('variable formats: what is written is read back, in both formats', () => {
  for (const format of ['env', 'json'] as const) {
    const text = writeVariables(variables, format)
    const read = readVariables(text, format)
    assert.ok('variables' in read, text)
    assert.deepEqual(new Map([...read.variables].sort()), new Map([...variables].sort()))
    assert.equal(detectFormat(text), format)
  }
})

test('variable formats: an empty text is the empty set', () => {
  assert.equal(writeVariables(new Map(), 'env'), '')
  for (const format of ['env', 'json'] as const)
    assert.deepEqual(readVariables(' \n', format), { variables: new Map() })
})

test('variable formats: a mistake is told with its line or with an example', () => {
  const env = readVariables('A=1\nwhat', 'env')
  assert.match('problem' in env ? env.problem : '', /^Line 2 /)
  const json = readVariables('{"A": 1}', 'json')
  assert.match('problem' in json ? json.problem : '', /\{"NAME": "value"\}/)
})
