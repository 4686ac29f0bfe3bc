import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Certificate, CertificateOrder } from '#client/resources/applications/certificates.ts'
import {
  certificateFor,
  certificateState,
  certificatesOf,
  hostOf,
  isCovered,
  pathOf,
} from './domain-certificates.ts'

const certificate = (id: string, names: string[], notAfter: string) =>
  ({ id, names, notAfter }) as Certificate

test('domains: host and path are told apart', () => {
  assert.equal(hostOf('shop.example.org:4443/api'), 'shop.example.org')
  assert.equal(hostOf('*.example.org'), '*.example.org')
  assert.equal(pathOf('shop.example.org:4443/api'), '/api')
  assert.equal(pathOf('shop.example.org'), '/')
})

test('certificates: a wildcard covers one label and not the name itself', () => {
  assert.ok(isCovered('a.example.org', '*.example.org'))
  assert.ok(isCovered('*.example.org', '*.example.org'))
  assert.ok(!isCovered('a.b.example.org', '*.example.org'))
  assert.ok(!isCovered('example.org', '*.example.org'))
  assert.ok(!isCovered('*.a.example.org', '*.example.org'))
})

test('certificates: of several the one that is valid longest counts', () => {
  const list = [
    certificate('old', ['a.example.org'], '2026-01-01T00:00:00Z'),
    certificate('new', ['*.example.org'], '2027-01-01T00:00:00Z'),
    certificate('other', ['b.example.com'], '2028-01-01T00:00:00Z'),
  ]
  assert.equal(certificateFor('a.example.org', list)?.id, 'new')
  assert.equal(certificateFor('c.example.com', list), undefined)
  assert.deepEqual(
    certificatesOf(['a.example.org'], list).map(({ id }) => id),
    ['old', 'new'],
  )
})

test('certificates: without one the order tells, and without an order nothing', () => {
  const orders = [{ host: 'a.example.org', state: 'failed' } as CertificateOrder]
  assert.equal(certificateState('a.example.org', { list: [], orders }).kind, 'ordered')
  assert.equal(certificateState('b.example.org', { list: [], orders }).kind, 'none')
})
