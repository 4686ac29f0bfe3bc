import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hashPassword } from '#tests/support/passwords.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let ann: Person
before(async () => {
  api = await openTestApi()
  ann = await somebody(api, { passwordHash: await hashPassword('a few good words') })
})
after(() => api[Symbol.asyncDispose]())

const noted = async () => {
  const entries = await api.platform.store.audit.listOf(ann.id, { limit: 50 })
  return entries.toReversed().map((entry) => [entry.action, entry.outcome, entry.credential])
}

test("page audit: login, CLI login and logout are in the user's audit log", async () => {
  const visitor = new PageVisitor(api.url)
  await visitor.get('/v2/sessions/login')
  await visitor.send('/v2/sessions/login', { email: ann.email, pass: 'a few good words' })
  await visitor.get(`/cli-oauth?cli_token=${'x'.repeat(32)}`)
  assert.equal((await visitor.send('/cli-oauth')).status, 200)
  const csrf = await visitor.csrf()
  assert.equal((await visitor.post('/v2/sessions/logout', { csrf })).status, 303)
  assert.deepEqual(await noted(), [
    ['session.open', 'done', 'password'],
    ['consumer.authorize', 'done', 'session'],
    ['session.close', 'done', 'session'],
  ])
})

test('page audit: a wrong password is not recorded, because anyone could fill the log', async () => {
  const before = await noted()
  const visitor = new PageVisitor(api.url)
  await visitor.get('/v2/sessions/login')
  const wrong = await visitor.send('/v2/sessions/login', { email: ann.email, pass: 'a guess' })
  assert.equal(wrong.status, 401)
  assert.deepEqual(await noted(), before)
})
