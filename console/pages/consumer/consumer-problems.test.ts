import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consumerProblems } from './consumer-problems.ts'

const input = {
  name: 'Board',
  description: '',
  url: '',
  picture: '',
  baseUrl: 'https://board.test',
  rights: { manage_ssh_keys: true },
}

test('OAuth consumer: name, base URL and a right are needed', () => {
  assert.deepEqual(consumerProblems(input), {})
  const wrong = consumerProblems({ ...input, name: ' ', baseUrl: 'board', rights: {} })
  assert.deepEqual(Object.keys(wrong), ['name', 'baseUrl', 'rights'])
})

test('OAuth consumer: addresses are of the web', () => {
  assert.deepEqual(Object.keys(consumerProblems({ ...input, url: 'javascript:alert(1)' })), ['url'])
})
