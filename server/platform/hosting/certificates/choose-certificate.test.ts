import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Certificate } from '#platform/model/hosting/certificate.ts'
import { chooseCertificate, indexCertificates } from './choose-certificate.ts'

const day = 86_400_000
const now = 1000 * day

const certificate = (fingerprint: string, change: Partial<Certificate>): Certificate => ({
  id: `certificate_${fingerprint}`,
  ownerId: 'orga_1',
  source: 'uploaded',
  host: null,
  names: ['shop.test'],
  subject: '',
  issuer: '',
  serialNumber: '',
  fingerprint,
  notBefore: 0,
  notAfter: now + day,
  chain: '',
  createdAt: 0,
  warnedAt: null,
  ...change,
})

const wildcard = certificate('wildcard', { names: ['*.shop.test'] })
const exact = certificate('exact', { names: ['www.shop.test'] })
const longer = certificate('longer', { names: ['www.shop.test'], notAfter: now + 2 * day })
const acme = certificate('acme', {
  source: 'acme',
  host: 'www.shop.test',
  names: ['www.shop.test'],
})
const platform = certificate('platform', { ownerId: 'platform', names: ['*.shop.test'] })
const expired = certificate('expired', { names: ['www.shop.test'], notAfter: now })

const chosen = (host: string, ...certificates: Certificate[]) =>
  chooseCertificate(host, [indexCertificates(certificates)], now)?.fingerprint

test('choice of a certificate: uploaded before ACME before the platform’s, exact before wildcard, the longest valid', () => {
  const host = 'www.shop.test'
  assert.equal(chosen(host, platform, acme, wildcard, exact, longer, expired), 'longer')
  assert.equal(chosen(host, platform, acme, wildcard, exact), 'exact')
  assert.equal(chosen(host, platform, acme, wildcard), 'wildcard')
  assert.equal(chosen(host, platform, acme), 'acme')
  assert.equal(chosen(host, platform), 'platform')
  assert.equal(chosen(host, expired, platform), 'platform')
  assert.equal(chosen(host, expired), 'expired')
})

test('choice of a certificate: a wildcard covers one label, and a wildcard host only the same wildcard', () => {
  assert.equal(chosen('shop.test', wildcard), undefined)
  assert.equal(chosen('a.b.shop.test', wildcard), undefined)
  assert.equal(chosen('*.shop.test', wildcard), 'wildcard')
  assert.equal(chosen('*.shop.test', exact), undefined)
  assert.equal(chosen('', wildcard), undefined)
})

test('choice of a certificate: 10,000 domains with one each take no time that grows with their number', () => {
  const hosts = Array.from({ length: 10_000 }, (_, at) => `d${at}.test`)
  const index = indexCertificates(hosts.map((host) => certificate(host, { names: [host] })))
  for (const host of hosts) assert.equal(chooseCertificate(host, [index], now)?.fingerprint, host)
})
