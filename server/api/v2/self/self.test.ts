import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { findSession } from '#platform/identity/access/login/sessions.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import {
  aConsumer,
  bearerOf,
  type Person,
  sessionOf,
  somebody,
} from '#tests/support/people/people.ts'
import { signedFetch } from '#tests/support/people/signed-fetch.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

const password = 'the pässword of ann'
let api: TestApi
let ann: Person
const forgotten: string[] = []

before(async () => {
  api = await openTestApi()
  api.platform.firstLogin.forgetPassword = async (email) => void forgotten.push(email)
})
after(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  api.platform.attempts = createAttempts(systemClock)
  ann = await somebody(api, { passwordHash: await hashPassword(password) })
})

const ask = (method: string, path: string, more?: Parameters<typeof signedFetch>[4]) =>
  signedFetch(api, ann, method, path, more)

test('self API: the id is a bare string', async () => {
  const { status, json } = await ask('GET', '/v2/self/id')
  assert.deepEqual([status, json], [200, ann.id])
})

test('self API: a profile is changed in part, and returned in the wire format', async () => {
  const before = (await ask('GET', '/v2/self')).json
  assert.deepEqual([before.country, before.lang, before.hasPassword], ['', 'EN', true])
  const change = { name: ' Ann ', city: 'Nantes', country: 'FR', lang: 'fr', phone: null }
  const changed = await ask('PUT', '/v2/self', { body: change })
  assert.equal(changed.status, 200)
  const expected = { ...before, name: 'Ann', city: 'Nantes', country: 'FRANCE', lang: 'FR' }
  assert.deepEqual(changed.json, expected)
  const { json } = await ask('PUT', '/v2/self', { body: { country: 'Germany' } })
  assert.deepEqual(json, { ...expected, country: 'GERMANY' })
  assert.deepEqual((await ask('GET', '/v2/self')).json, json)
  assert.ok(Object.values(json).every((value) => value !== null))
})

test('self API: empty fields keep name and language, and clear the rest of the profile', async () => {
  const before = (await ask('PUT', '/v2/self', { body: { city: 'Nantes', name: 'Ann' } })).json
  const body = { name: '', lang: '', city: '' }
  const { status, json } = await ask('PUT', '/v2/self', { body })
  assert.equal(status, 200)
  assert.deepEqual([json.name, json.lang, json.city], ['Ann', before.lang, ''])
})

test('self API: an invalid profile is refused without a change', async () => {
  const before = (await ask('GET', '/v2/self')).json
  for (const body of [
    { name: ' ' },
    { name: 'a\nb' },
    { name: 'x'.repeat(200) },
    { country: 'Atlantis' },
    { lang: 'english' },
    { phone: '1'.repeat(50) },
    { city: 'x'.repeat(5000) },
    { name: 7 },
  ]) {
    const answer = await ask('PUT', '/v2/self', { body: { zipcode: '44000', ...body } })
    assert.equal(answer.status, 400, JSON.stringify(body))
  }
  assert.deepEqual((await ask('GET', '/v2/self')).json, before)
})

test('self API: a second factor counts once it is confirmed', async () => {
  const { secondFactors } = api.platform.store
  const factor = { userId: ann.id, secret: 's' }
  await secondFactors.put({ ...factor, confirmedAt: null })
  assert.equal((await ask('GET', '/v2/self')).json.preferredMFA, 'NONE')
  await secondFactors.confirm(ann.id, 1)
  assert.equal((await ask('GET', '/v2/self')).json.preferredMFA, 'TOTP')
})

test('self API: changing the password needs the old one; sessions end, tokens stay', async () => {
  const session = await sessionOf(api, ann.id)
  const change = (oldPassword: string, newPassword: string) =>
    ask('PUT', '/v2/self/change_password', { body: { oldPassword, newPassword } })
  const wrong = await change('wrong', 'another password')
  assert.deepEqual([wrong.status, wrong.json.id], [401, 2001])
  assert.equal((await change(password, 'short')).status, 400)
  assert.equal((await change(password, 'another password')).status, 200)
  assert.equal((await change(password, 'a third password')).status, 401)
  assert.equal((await ask('GET', '/v2/self')).status, 200)
  assert.match((await api.mail(ann.email)).subject, /changed/)
  assert.ok(forgotten.includes(ann.email))
  assert.equal(await findSession(api.platform, session), undefined)
})

test('self API: dropTokens revokes every token, including that of the call', async () => {
  const bearer = await bearerOf(api, ann.id)
  const body = { oldPassword: password, newPassword: 'another password', dropTokens: true }
  assert.equal((await ask('PUT', '/v2/self/change_password', { body })).status, 200)
  assert.equal((await ask('GET', '/v2/self')).status, 401)
  assert.equal((await signedFetch({ url: api.bridge }, bearer, 'GET', '/v2/self')).status, 401)
  assert.match((await api.mail(ann.email)).text, /All tokens/)
})

test('self API: deleting the account needs its password', async () => {
  for (const more of [{}, { password: 'wrong' }, { password: '' }]) {
    assert.equal((await ask('DELETE', '/v2/self', more)).status, 401)
  }
  assert.ok(await api.platform.store.users.find(ann.id))
  assert.equal((await ask('DELETE', '/v2/self', { password })).status, 200)
  assert.equal(await api.platform.store.users.find(ann.id), undefined)
  assert.equal((await ask('GET', '/v2/self')).status, 401)
  assert.match((await api.mail(ann.email)).subject, /deleted/)
  const [entry] = await api.platform.store.audit.listOf(ann.id, { limit: 1 })
  assert.deepEqual([entry?.action, entry?.outcome], ['account.delete', 'done'])
})

test('self API: an account that owns things is not deleted, and they are listed', async () => {
  const { store } = api.platform
  const wanted = { name: 'mine', type: 'node', zone: 'par', environment: {} }
  const application = await createApplication(api.platform, ann.id, wanted)
  const consumer = await aConsumer(api, ann.id, [])
  const { organisationId } = api.account
  await store.members.put({ organisationId, userId: ann.id, role: 'ADMIN', job: '' })
  const refused = await ask('DELETE', '/v2/self', { password })
  assert.equal(refused.status, 409)
  const sentence = String(refused.json.message)
  assert.ok(sentence.includes(application.id) && sentence.includes(consumer.key), sentence)
  assert.ok(!sentence.includes(organisationId), 'it has another administrator')

  await store.applications.remove(application.id)
  await store.consumers.remove(consumer.key)
  const admin = (await store.users.findByEmail('admin@localhost')) ?? assert.fail()
  const member = { organisationId, userId: admin.id, job: '' }
  await store.members.put({ ...member, role: 'MANAGER' })
  const alone = await ask('DELETE', '/v2/self', { password })
  assert.equal(alone.status, 409)
  assert.ok(String(alone.json.message).includes(organisationId))

  await store.members.put({ ...member, role: 'ADMIN' })
  assert.equal((await ask('DELETE', '/v2/self', { password })).status, 200)
  assert.equal(await store.members.find(organisationId, ann.id), undefined)
})
