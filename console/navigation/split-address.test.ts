import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, splitAddress, stringifySearch } from './split-address.ts'

test('addresses: path, query and fragment are split', () => {
  assert.deepEqual(splitAddress('/a/b?x=1&y=%20#z'), {
    to: '/a/b',
    search: { x: '1', y: ' ' },
    hash: 'z',
  })
  assert.deepEqual(splitAddress('/a'), { to: '/a', search: {} })
})

test('query: values stay strings, and what is empty is left out', () => {
  assert.deepEqual(parseSearch('?since=1h&n=12'), { since: '1h', n: '12' })
  assert.equal(stringifySearch({ since: '1h', search: '', until: undefined }), '?since=1h')
  assert.equal(stringifySearch({}), '')
})
