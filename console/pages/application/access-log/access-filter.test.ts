import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessLogEntry } from '#client/resources/applications/logs.ts'
import { isChosen, placeOf, statusClass, textOfEntry, urlOf } from './access-filter.ts'

const request = { host: 'a.test', method: 'GET', path: '/b?c=1', scheme: 'https' }
const entry: AccessLogEntry = {
  id: '1',
  date: '2026-11-16T12:00:00.000Z',
  applicationId: 'app_1',
  requestId: 'r1',
  zone: 'par',
  bytesIn: 1,
  bytesOut: 2,
  source: { ip: '127.0.0.1', port: 1, countryCode: 'FR' },
  destination: { ip: '127.0.0.1', port: 2 },
  http: { request, response: { statusCode: 404, time: 3 } },
}
const { http, ...rest } = entry
const connection: AccessLogEntry = rest

test('access log: requests are searched by method, host, path, address and request id', () => {
  assert.equal(textOfEntry(entry), 'GET a.test/b?c=1 127.0.0.1 r1')
  assert.equal(textOfEntry(connection), '127.0.0.1 r1')
})

test('access log: requests are chosen by class of status and by method', () => {
  assert.equal(statusClass(entry), 4)
  assert.equal(statusClass(connection), 0)
  assert.ok(isChosen(entry, '', ''))
  assert.ok(isChosen(entry, '4', 'GET'))
  assert.ok(!isChosen(entry, '5', ''))
  assert.ok(!isChosen(entry, '', 'POST'))
  assert.ok(!isChosen(connection, '', 'GET'))
  assert.equal(http?.response.statusCode, 404)
})

test('access log: says of a place what is known', () => {
  assert.equal(placeOf(entry.source), 'FR')
  assert.equal(placeOf({ ...entry.source, city: 'Paris' }), 'Paris, FR')
  assert.equal(placeOf({ ip: '::1', port: 1 }), '')
  assert.equal(urlOf(request), 'https://a.test/b?c=1')
})
