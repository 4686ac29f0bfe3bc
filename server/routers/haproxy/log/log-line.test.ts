import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLogLine } from './log-line.ts'

const fields = {
  application: 'app_one',
  server: '00000000-0000-4000-8000-000000000001_0123abcd',
  status: 200,
  termination: '--',
  method: 'POST',
  host: 'app.test',
  path: '/a',
  id: 'g1-1',
  source: '192.0.2.1',
  peer: '192.0.2.1',
  peerPort: 1234,
  local: '192.0.2.2',
  localPort: '80',
  secure: '0',
  milliseconds: 7,
  received: 143,
  sent: 274,
  requestLength: '4',
  requestSizes: '-',
  responseLength: '171',
  responseSizes: '-',
}

const read = (changes: object) => {
  const entry = parseLogLine(JSON.stringify({ ...fields, ...changes }))
  return entry?.kind === 'request' ? entry : assert.fail()
}

test('HAProxy log: a request has its instance, visitor and announced bytes', () => {
  const { record, status } = read({})
  assert.equal(status, 200)
  assert.equal(record.upstream?.instanceId, '00000000-0000-4000-8000-000000000001')
  assert.deepEqual([record.bytesIn, record.bytesOut, record.milliseconds], [4, 171, 7])
  assert.deepEqual(record.parsed.visit, { source: '192.0.2.1', secure: false })
})

test('HAProxy log: bytes without an announced length are those beyond the head', () => {
  // As HAProxy 2.6 has logged an answer of two chunks with 6 bytes.
  const { record } = read({
    method: 'GET',
    requestLength: '-',
    responseLength: '-',
    sent: 117,
    responseSizes: '90 3 7',
  })
  assert.deepEqual([record.bytesIn, record.bytesOut], [0, 6])
})

test('HAProxy log: an instance that cannot be reached is 502, a visitor that has left 499', () => {
  assert.equal(read({ status: 503, termination: 'SC' }).status, 502)
  assert.equal(read({ status: 503, termination: 'LR', server: '<NOSRV>' }).status, 503)
  assert.equal(read({ status: -1, termination: 'CH' }).status, 499)
})

test('HAProxy log: messages of HAProxy itself and requests without an application are no entries', () => {
  for (const line of ['Server r0/x is UP', '{"application":', '{"application":"-","status":404}']) {
    assert.equal(parseLogLine(line), undefined, line)
  }
})
