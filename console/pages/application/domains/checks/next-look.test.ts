import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DomainCheck } from '#client/resources/applications/domains.ts'
import { nextLook } from './next-look.ts'

const look = (dns: string, certificate: string) =>
  nextLook({ dns: { state: dns }, certificate: { state: certificate } } as DomainCheck)

test('domain check: read again soon while a certificate is on its way, sometime while something is wrong', () => {
  assert.equal(look('valid', 'ordering'), 3_000)
  assert.equal(look('valid', 'wanted'), 3_000)
  assert.equal(look('no-config', 'none'), 25_000)
  assert.equal(look('invalid', 'valid'), 25_000)
  assert.equal(look('valid', 'failed'), 25_000)
})

test('domain check: not read again when all is right, because events tell the rest', () => {
  assert.equal(look('valid', 'valid'), false)
  assert.equal(look('managed', 'none'), false)
})
