import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from './search-strings.ts'

test('query: values stay strings, and what is empty is left out', () => {
  assert.deepEqual(parseSearch('?since=1h&n=12'), { since: '1h', n: '12' })
  assert.equal(stringifySearch({ since: '1h', search: '', until: undefined }), '?since=1h')
  assert.equal(stringifySearch({}), '')
})
