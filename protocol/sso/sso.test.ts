import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned, type SsoVisit, signSso, ssoFields, ssoTimestamp, ssoToken } from './sso.ts'
import { checkSso, isFresh } from './sso-check.ts'
import vectors from './sso-vectors.json' with { type: 'json' }

const now = 1_738_000_000_000
const salt = 'a salt of our own, with some length to it'
const visit: SsoVisit = {
  id: 'res_1',
  user_id: 'user_1',
  email: 'ana+tag@exämple.org',
  'nav-data': '',
  timestamp: String(now),
}

const formOf = (fields: object) => new URLSearchParams(Object.entries(fields))

test('SSO: signatures and tokens match the test vectors', () => {
  assert.equal(vectors.length, 5)
  for (const { fields, salt, signature, token, form } of vectors) {
    assert.equal(ssoToken(fields, salt), token)
    if (signature === undefined) continue
    assert.equal(signSso(fields as SsoVisit, salt), signature)
    const signed = ssoFields(fields as SsoVisit, salt)
    assert.deepEqual([signed.signature, signed.token], [signature, token])
    if (form) assert.ok(formOf(signed).toString().startsWith(form))
  }
})

test('SSO: a signed form can be read again', () => {
  const { visit: read, problem } = checkSso(formOf(ssoFields(visit, salt)), { salt, now })
  assert.equal(problem, undefined)
  assert.deepEqual(read, visit)
})

test('SSO: changing any field breaks the signature', () => {
  for (const name of ['id', 'user_id', 'email', 'nav-data', 'timestamp', 'signature'] as const) {
    const form = formOf(ssoFields(visit, salt))
    form.set(name, `${form.get(name)}1`)
    assert.match(checkSso(form, { salt, now }).problem ?? '', /signature/, name)
  }
  assert.ok(checkSso(formOf(ssoFields(visit, 'another salt')), { salt, now }).problem)
  assert.equal(isSigned(visit, '', salt), false)
  assert.equal(isSigned(visit, signSso(visit, salt).toUpperCase(), salt), false)
})

test('SSO: a missing, repeated or overlong field is rejected', () => {
  const missing = formOf(ssoFields(visit, salt))
  missing.delete('nav-data')
  assert.match(checkSso(missing, { salt, now }).problem ?? '', /'nav-data'/)
  const doubled = formOf(ssoFields(visit, salt))
  doubled.append('email', 'eve@example.org')
  assert.match(checkSso(doubled, { salt, now }).problem ?? '', /'email'/)
  const endless = formOf(ssoFields({ ...visit, email: 'e'.repeat(2_000) }, salt))
  assert.match(checkSso(endless, { salt, now }).problem ?? '', /longer/)
})

test('SSO: a colon moved between adjacent fields is rejected', () => {
  const honest = { ...visit, email: '"a:b"@example.org' }
  assert.equal(checkSso(formOf(ssoFields(honest, salt)), { salt, now }).problem, undefined)
  const shifted = { ...visit, user_id: `${visit.user_id}:"a`, email: 'b"@example.org' }
  assert.equal(signSso(shifted, salt), signSso(honest, salt))
  assert.match(checkSso(formOf(ssoFields(shifted, salt)), { salt, now }).problem ?? '', /ambiguous/)
})

test('SSO: a form is fresh for five minutes, in milliseconds and in seconds', () => {
  const minutes = (count: number) => now + count * 60_000
  for (const unit of ['milliseconds', 'seconds'] as const) {
    assert.equal(isFresh(ssoTimestamp(minutes(-4), unit), { now }), true)
    assert.equal(isFresh(ssoTimestamp(minutes(-6), unit), { now }), false)
    assert.equal(isFresh(ssoTimestamp(minutes(6), unit), { now }), false)
  }
  for (const odd of ['', '-1', '1e12', 'NaN', ' 1738000000000', '9'.repeat(40)])
    assert.equal(isFresh(odd, { now }), false, odd)
  const old = ssoFields({ ...visit, timestamp: ssoTimestamp(minutes(-20)) }, salt)
  assert.match(checkSso(formOf(old), { salt, now }).problem ?? '', /too old/)
})
