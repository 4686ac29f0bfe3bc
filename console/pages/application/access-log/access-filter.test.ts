import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessLogEntry } from '#client/resources/applications/logs.ts'
import { apiFilter, placeOf, statusClass, urlOf } from './access-filter.ts'

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

test('access log: the platform filters by time, text, status and method', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const none = { since: '', until: '', search: '', status: '', method: '' }
  assert.deepEqual(JSON.parse(JSON.stringify(apiFilter(none, now))), {})
  const all = { since: '1h', until: '', search: '/b', status: '4', method: 'GET' }
  assert.deepEqual(apiFilter(all, now), {
    since: '2026-11-16T11:00:00.000Z',
    until: undefined,
    filter: '/b',
    status: '4',
    method: 'GET',
  })
})

test('access log: a connection has no class of status', () => {
  assert.equal(statusClass(entry), 4)
  assert.equal(statusClass(connection), 0)
  assert.equal(http?.response.statusCode, 404)
})

test('access log: says of a place what is known', () => {
  assert.equal(placeOf(entry.source), 'FR')
  assert.equal(placeOf({ ...entry.source, city: 'Paris' }), 'Paris, FR')
  assert.equal(placeOf({ ip: '::1', port: 1 }), '')
  assert.equal(urlOf(request), 'https://a.test/b?c=1')
})
