import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curlArguments } from './curl-arguments.ts'

const api = 'http://127.0.0.1:4000'

test('berth curl: a path becomes a URL of the API, other arguments stay unchanged', () => {
  assert.deepEqual(curlArguments(api, ['/v2/self', '-o', '/tmp/x']), [
    `${api}/v2/self`,
    '-o',
    '/tmp/x',
  ])
  assert.deepEqual(curlArguments(api, ['-s', '-o', '/tmp/x', '/v2/self']), [
    '-s',
    '-o',
    '/tmp/x',
    `${api}/v2/self`,
  ])
  assert.deepEqual(curlArguments(api, ['-X', 'PUT', `${api}/v2/x`]), ['-X', 'PUT', `${api}/v2/x`])
})

test('berth curl: credentials are sent to no other host', () => {
  const elsewhere = [
    ['https://example.com/v2/self'],
    ['/v2/self', 'http://example.com/'],
    ['/v2/self', '--next', 'x'],
    ['/v2/self', '--url', 'example.com'],
    ['/v2/self', '--proxy=example.com'],
    ['/v2/self', '-xexample.com'],
    [`${api}.example.com/v2/self`],
    ['http://127.0.0.1:4001/v2/self'],
  ]
  for (const words of elsewhere)
    assert.throws(() => curlArguments(api, words), { name: 'Refusal' }, words.join(' '))
})

test('berth curl: credentials are not sent over the network in plaintext', () => {
  assert.throws(() => curlArguments('http://berth.example.com', ['/v2/self']), /not encrypted/)
  assert.ok(curlArguments('https://berth.example.com', ['/v2/self']))
})
