import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostRecords } from '#platform/model/hosting/domains/domain-check.ts'
import { compareRecords } from './compare-records.ts'
import { zonesBetween } from './look-up-host.ts'
import { adviceFor } from './order-advice.ts'

const expected = { a: ['192.0.2.1', '192.0.2.2'], cname: 'lb.example.net' }
const compare = (records: Partial<HostRecords>) =>
  compareRecords(
    {
      a: [],
      aaaa: [],
      cname: [],
      zone: 'example.org',
      nameServers: [],
      unanswered: [],
      checkedAt: 0,
      ...records,
    },
    expected,
  )

test('DNS comparison: addresses are those of the platform, some of them, others, or none', () => {
  assert.equal(compare({ a: ['192.0.2.1', '192.0.2.2'] }).state, 'valid')
  assert.deepEqual(compare({ a: ['192.0.2.1'] }), {
    state: 'incomplete',
    wrong: [],
    missing: ['192.0.2.2'],
  })
  assert.deepEqual(compare({ a: ['192.0.2.1', '198.51.100.1'] }).wrong, [
    { type: 'A', value: '198.51.100.1' },
  ])
  assert.equal(compare({}).state, 'no-config')
  assert.equal(compare({ unanswered: ['A'] }).state, 'no-answer')
})

test('DNS comparison: an IPv6 address of another place is wrong, because visitors and authorities prefer it', () => {
  const both = compare({ a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] })
  assert.equal(both.state, 'invalid')
  assert.deepEqual(both.wrong, [{ type: 'AAAA', value: '2001:db8::1' }])
})

test('DNS comparison: the right alias is right whatever it leads to, the wrong one is what has to go', () => {
  const right = compare({ cname: ['lb.example.net'], a: ['203.0.113.9'], aaaa: ['2001:db8::1'] })
  assert.equal(right.state, 'valid')
  assert.equal(compare({ cname: ['lb.example.net'] }).state, 'no-config')
  assert.deepEqual(compare({ cname: ['old.example.com'], a: ['198.51.100.1'] }).wrong, [
    { type: 'CNAME', value: 'old.example.com' },
  ])
  assert.equal(
    compareRecords({ ...noRecords, a: ['192.0.2.1'] }, { a: [], cname: 'x' }).state,
    'unknown',
  )
})

const noRecords: HostRecords = {
  a: [],
  aaaa: [],
  cname: [],
  zone: '',
  nameServers: [],
  unanswered: [],
  checkedAt: 0,
}

test('DNS zones: those between a host and its registered domain, however deep the host is', () => {
  assert.deepEqual(zonesBetween('a.b.example.co.uk', 'example.co.uk'), [
    'a.b.example.co.uk',
    'b.example.co.uk',
    'example.co.uk',
  ])
  assert.deepEqual(zonesBetween('example.org', 'example.org'), ['example.org'])
  const deep = zonesBetween('a.b.c.d.e.f.example.org', 'example.org')
  assert.equal(deep.length, 4)
  assert.equal(deep.at(-1), 'example.org')
})

test('certificate advice: what an authority says becomes what to do', () => {
  const advice = (said: string) => adviceFor(`The ACME server refused: ${said}`, 'valid')
  assert.match(advice('CAA record for example.org prevents issuance'), /CAA record/)
  assert.match(advice('DNS problem: NXDOMAIN looking up A for x'), /does not find the domain/)
  assert.match(advice('Timeout during connect (likely firewall problem)'), /ports 80 and 443/)
  assert.match(advice('Invalid response from http://x/: 404'), /Another server answered/)
  assert.match(adviceFor('The ACME server limits orders: later', 'valid'), /orders again/)
  assert.match(advice('something new'), /Check again/)
  assert.match(adviceFor('anything', 'invalid'), /Correct the DNS records first/)
})
