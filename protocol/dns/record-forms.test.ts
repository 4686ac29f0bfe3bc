import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DnsHostId, dnsHostIds, dnsHostOf } from './dns-hosts.ts'
import { recordForm, visitorRecords, zoneFileLine } from './record-forms.ts'

const expected = { a: ['192.0.2.1', '192.0.2.2'], cname: 'lb.example.net' }
const zone = 'example.org'
const formsAt = (id: DnsHostId, host: string) =>
  visitorRecords(id, { host, zone }, expected).map((record) => {
    const { type, name, value } = recordForm(id, record, zone)
    return [type.value, name.value, value.value]
  })

test('DNS hosts: known by their name servers', () => {
  assert.equal(dnsHostOf(['anna.ns.cloudflare.com', 'bob.ns.cloudflare.com']), 'cloudflare')
  assert.equal(dnsHostOf(['ns-1.awsdns-00.co.uk']), 'route53')
  assert.equal(dnsHostOf(['ns-12-a.gandi.net']), 'gandi')
  assert.equal(dnsHostOf(['dns1.registrar-servers.com']), 'namecheap')
  assert.equal(dnsHostOf(['ns11.ovh.net']), 'ovh')
  assert.equal(dnsHostOf(['helium.ns.hetzner.de']), 'hetzner')
  assert.equal(dnsHostOf(['ns01.domaincontrol.com']), 'godaddy')
  assert.equal(dnsHostOf(['ns1.example.net', 'evilgandi.net.example.com']), undefined)
  assert.equal(dnsHostOf([]), undefined)
})

test('DNS records: a name below the zone gets one alias, written as its host wants it', () => {
  assert.deepEqual(formsAt('cloudflare', 'shop.example.org'), [['CNAME', 'shop', 'lb.example.net']])
  assert.deepEqual(formsAt('gandi', '*.shop.example.org'), [['CNAME', '*.shop', 'lb.example.net.']])
  assert.deepEqual(formsAt('other', 'shop.example.org'), [
    ['CNAME', 'shop.example.org', 'lb.example.net'],
  ])
})

test('DNS records: the top of a zone gets an alias where its host has one, else addresses', () => {
  const addresses = (top: string) => expected.a.map((address) => ['A', top, address])
  assert.deepEqual(formsAt('cloudflare', zone), [['CNAME', '@', 'lb.example.net']])
  assert.deepEqual(formsAt('gandi', zone), [['ALIAS', '@', 'lb.example.net.']])
  assert.deepEqual(formsAt('namecheap', zone), [['ALIAS', '@', 'lb.example.net']])
  assert.deepEqual(formsAt('route53', zone), addresses(''))
  assert.deepEqual(formsAt('ovh', zone), addresses(''))
  assert.deepEqual(formsAt('hetzner', zone), addresses('@'))
  assert.deepEqual(formsAt('godaddy', zone), addresses('@'))
  assert.deepEqual(formsAt('zone-file', zone), addresses('example.org.'))
})

test('DNS records: texts are quoted where they have to be, and a proof needs no proxy setting', () => {
  const record = { name: '_berth.example.org', type: 'TXT', value: 'berth-owner=1' } as const
  const value = (id: DnsHostId) => recordForm(id, record, zone).value.value
  assert.deepEqual([value('route53'), value('cloudflare')], ['"berth-owner=1"', 'berth-owner=1'])
  assert.equal(recordForm('cloudflare', record, zone).extra, undefined)
  assert.equal(zoneFileLine(record), '_berth.example.org. 300 IN TXT "berth-owner=1"')
})

test('DNS records: every host has words for every field of every record', () => {
  for (const id of dnsHostIds) {
    for (const host of [zone, 'shop.example.org']) {
      for (const record of visitorRecords(id, { host, zone }, expected)) {
        for (const field of Object.values(recordForm(id, record, zone))) assert.ok(field.name, id)
      }
    }
  }
})
