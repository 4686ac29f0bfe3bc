import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Certificate } from '#client/resources/applications/certificates.ts'
import { certificatesOf, hostOf, isCovered, pathOf } from './domain-certificates.ts'

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

test('certificates: those that cover a host of the application are of use to it', () => {
  const list = [
    certificate('old', ['a.example.org'], '2026-01-01T00:00:00Z'),
    certificate('new', ['*.example.org'], '2027-01-01T00:00:00Z'),
    certificate('other', ['b.example.com'], '2028-01-01T00:00:00Z'),
  ]
  assert.deepEqual(
    certificatesOf(['a.example.org'], list).map(({ id }) => id),
    ['old', 'new'],
  )
})
