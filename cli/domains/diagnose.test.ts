import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDiagnosis } from './describe-diagnosis.ts'
import { diagnose } from './diagnose.ts'
import { appsDomainOf, shownDomain } from './shown-domain.ts'

const expected = { a: ['192.0.2.1', '192.0.2.2'], cname: 'lb.example.net.' }
const shop = shownDomain({ fqdn: 'shop.example.org:4443/x' })

const statusOf = (...a: string[]) =>
  diagnose(shop, 'apps.example.net', { a, cname: [] }, expected).status

test('DNS diagnosis: the addresses of a domain are compared with those of the platform', () => {
  assert.equal(statusOf(), 'no-config')
  assert.equal(statusOf('192.0.2.2', '192.0.2.1'), 'valid')
  assert.equal(statusOf('192.0.2.1'), 'incomplete')
  assert.equal(statusOf('192.0.2.1', '198.51.100.1'), 'invalid')
})

test("DNS diagnosis: names below the platform's own domain are the operator's", () => {
  const own = shownDomain({ fqdn: 'app-33333333-3333-4333-8333-333333333333.apps.example.net/' })
  const appsDomain = appsDomainOf([shop, own])
  assert.equal(appsDomain, 'apps.example.net')
  for (const fqdn of ['shop.apps.example.net/', '*.shop.apps.example.net/']) {
    const none = { a: [], cname: [] }
    assert.equal(diagnose(shownDomain({ fqdn }), appsDomain, none, expected).status, 'managed')
  }
  assert.equal(appsDomainOf([shop]), undefined)
})

test('DNS diagnosis: says which records to create and to remove', () => {
  const found = { a: ['192.0.2.1', '198.51.100.1'], cname: [] }
  const dns = diagnose(shop, undefined, found, expected)
  const proof = { name: '_berth.example.org', type: 'TXT', value: 'v', isFound: false } as const
  assert.equal(
    describeDiagnosis({ ...shop, dns, proof }),
    [
      'shop.example.org:4443/x: some of its DNS records lead elsewhere',
      '  remove  shop.example.org  A      198.51.100.1',
      '  create  shop.example.org  A      192.0.2.2',
      '  or      shop.example.org  CNAME  lb.example.net.',
      '  create  _berth.example.org  TXT    v',
    ].join('\n'),
  )
  const right = diagnose(shop, undefined, { a: expected.a, cname: [] }, expected)
  assert.equal(
    describeDiagnosis({ ...shop, dns: right, proof: { ...proof, isFound: true } }),
    'shop.example.org:4443/x: its DNS records are right\n  proven  _berth.example.org  TXT    v',
  )
})
