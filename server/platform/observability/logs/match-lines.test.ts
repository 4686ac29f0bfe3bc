import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredLine } from '#platform/model/observability/line.ts'
import { allOf, containsText, hasOneOf, isAtLeast, isRequest } from './match-lines.ts'

const line = (message: string, more: Partial<StoredLine> = {}): StoredLine => ({
  id: '1',
  deploymentId: '',
  instanceId: '',
  commit: '',
  date: 1,
  origin: 'instance',
  severity: 'info',
  message,
  ...more,
})

test('line match: a text is found whatever its case, also across colours', () => {
  assert.ok(containsText('Red ALERT')(line('\u001b[31mred\u001b[0m alert')))
  assert.ok(!containsText('31m')(line('\u001b[31mred')))
})

test('line match: a severity takes those above, and all conditions must hold', () => {
  assert.deepEqual(
    (['info', 'warning', 'error'] as const).filter((severity) =>
      isAtLeast('warning')(line('', { severity })),
    ),
    ['warning', 'error'],
  )
  const both = allOf([hasOneOf('origin', new Set(['build'])), undefined, containsText('x')])
  assert.ok(both?.(line('x', { origin: 'build' })))
  assert.ok(!both?.(line('x')))
  assert.equal(allOf([undefined]), undefined)
})

test('line match: requests are found by text, status and method, and lost entries are none', () => {
  const request = line(
    JSON.stringify({
      source: { ip: '192.0.2.1', port: 1 },
      requestId: 'r1',
      http: {
        request: { host: 'a.test', method: 'GET', path: '/b', scheme: 'https' },
        response: { statusCode: 404, time: 1 },
      },
    }),
  )
  for (const wanted of [
    {},
    { status: '4' },
    { status: '404' },
    { method: 'GET' },
    { text: 'get A.test/b' },
    { text: 'R1' },
  ])
    assert.ok(isRequest(wanted)(request), JSON.stringify(wanted))
  for (const wanted of [{ status: '5' }, { status: '40', method: 'POST' }, { text: 'scheme' }])
    assert.ok(!isRequest(wanted)(request), JSON.stringify(wanted))
  assert.ok(!isRequest({})(line('{"dropped":7}')))
  assert.ok(!isRequest({})(line('no JSON')))
})
