import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { Certificates } from './certificates.ts'

const authority = createAuthority('Berth of a test')
const held = (host: string) => ({
  ...issueCertificate(authority, [host]),
  expires: Number.POSITIVE_INFINITY,
  signedBy: '',
})

test('certificates: hosts below a wildcard share one context, whatever visitors ask for', () => {
  const certificates = new Certificates()
  certificates.hold({ '*.a.test': held('*.a.test') })
  const context = certificates.contextFor('one.a.test')
  assert.ok(context)
  assert.equal(certificates.contextFor('two.three.a.test'), context)
  assert.equal(certificates.contextFor('a.test'), undefined)
})

test('certificates: a change of one host leaves the contexts of others', () => {
  const certificates = new Certificates()
  const [first, second] = [held('a.test'), held('b.test')]
  certificates.hold({ 'a.test': first, 'b.test': second })
  const [stays, changes] = ['a.test', 'b.test'].map((host) => certificates.contextFor(host))
  certificates.hold({ 'a.test': first, 'b.test': held('b.test') })
  assert.equal(certificates.contextFor('a.test'), stays)
  assert.notEqual(certificates.contextFor('b.test'), changes)
  certificates.hold({ 'a.test': first })
  assert.equal(certificates.contextFor('b.test'), undefined)
})

test('certificates: an assignment leaves the contexts of hosts that keep theirs, and one that was missing is read again', () => {
  const certificates = new Certificates()
  const files = new Map([['1'.repeat(64), issueCertificate(authority, ['a.test'])]])
  const read = (fingerprint: string) => files.get(fingerprint) ?? assert.fail('it is missing')
  const hosts = { 'a.test': '1'.repeat(64), 'b.test': '2'.repeat(64) }
  certificates.hold({ 'b.test': held('b.test') })
  certificates.assign(hosts, read)
  const stays = certificates.contextFor('a.test')
  assert.ok(stays)
  const local = certificates.contextFor('b.test')
  assert.ok(local)
  files.set('2'.repeat(64), issueCertificate(authority, ['b.test']))
  certificates.reload(new Set(['2'.repeat(64)]))
  const own = certificates.contextFor('b.test')
  assert.notEqual(own, local)
  certificates.assign({ 'a.test': '1'.repeat(64) }, read)
  assert.equal(certificates.contextFor('a.test'), stays)
  assert.notEqual(certificates.contextFor('b.test'), own)
})
