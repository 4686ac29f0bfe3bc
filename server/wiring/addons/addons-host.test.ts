import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addonsHostOf } from './addons-host.ts'

const hostOf = (addonsHost?: string, addonsBind?: string, apiUrl?: string) =>
  addonsHostOf({ addonsHost, addonsBind, apiUrl }, () => 'machine')

test('database host: a loopback address unless the operator opens or names one', () => {
  assert.equal(hostOf(), '127.18.0.1')
  assert.equal(hostOf(undefined, undefined, 'https://api.example.org'), '127.18.0.1')
  assert.equal(hostOf(undefined, '127.0.0.2'), '127.18.0.1')
  assert.equal(hostOf('db.example.org'), 'db.example.org')
})

test("database host: the platform's own name when databases are open to the outside", () => {
  assert.equal(hostOf(undefined, '0.0.0.0', 'https://api.example.org'), 'api.example.org')
  assert.equal(hostOf(undefined, '192.0.2.7'), '192.0.2.7')
  assert.equal(hostOf(undefined, '0.0.0.0'), 'machine')
  assert.equal(hostOf(undefined, '2001:db8::7'), 'machine')
  assert.equal(hostOf('db.example.org', '0.0.0.0', 'https://api.example.org'), 'db.example.org')
})
