import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { newSecret } from '#kit/text/ids.ts'
import { type Effort, watchEffort } from './effort.ts'
import { type GuessedApi, listeners, openGuessedApi, send } from './listeners.ts'

/** Neither the response nor its duration reveals whether an e-mail address has an account. */
let api: GuessedApi
let watch: ReturnType<typeof watchEffort>

before(async () => {
  api = await openGuessedApi()
  watch = watchEffort(api.platform)
})
beforeEach(() => {
  api.platform.attempts = { count() {}, forgive() {}, recognise() {} }
})
after(async () => {
  watch.stop()
  await api[Symbol.asyncDispose]()
})

const from = '127.0.0.1'

/** The response and its cost, without the address and random values. */
async function tried(listener: keyof typeof listeners, email: string) {
  watch.take()
  const answer = await listeners[listener]?.(api, email, from)
  const effort: Effort = watch.take()
  const text = JSON.stringify(answer).replaceAll(email, '<address>')
  return { text: text.replace(/[A-Za-z0-9_-]{20,}|[a-z_]+_[0-9a-f-]{36}/g, '…'), effort }
}

/** As long as a known one, so that response lengths can be compared. */
const unknown = () => `${newSecret(8).toLowerCase()}@people.test`

for (const listener of Object.keys(listeners)) {
  test(`${listener}: same response and same work for known and unknown accounts`, async () => {
    const stranger = await tried(listener, unknown())
    const known = await tried(listener, api.known.email)
    assert.deepEqual(known, stranger)
    assert.ok(known.effort.calls.length > 0, 'the store was watched')
  })
}

test('login: the first unknown account takes as long as the next', async () => {
  const [first, second] = [await tried('login', unknown()), await tried('login', unknown())]
  assert.equal(first.effort.hashes, 1)
  assert.equal(second.effort.hashes, 1)
})

test('login: a wrong password reveals nothing about a second factor', async () => {
  const { secondFactors } = api.platform.store
  for (const listener of ['login', 'token creation']) {
    const without = await tried(listener, api.known.email)
    const factor = { userId: api.known.id, secret: 'GEZDGNBVGY3TQOJQ' }
    await secondFactors.put({ ...factor, confirmedAt: 1 })
    assert.deepEqual(await tried(listener, api.known.email), without)
    await secondFactors.remove(api.known.id)
  }
})

test('login: an account without a password takes as long as any', async () => {
  const { users } = api.platform.store
  const { passwordHash } = (await users.find(api.known.id)) ?? assert.fail()
  const usual = await tried('login', api.known.email)
  await users.change(api.known.id, { passwordHash: '' })
  assert.deepEqual(await tried('login', api.known.email), usual)
  await users.change(api.known.id, { passwordHash })
})

test('second factor: a forged pending login is refused without an account lookup', async () => {
  const attempt = (auth_id: string) =>
    send(`${api.url}/v2/sessions/mfa_login`, from, {
      body: new URLSearchParams({ auth_id, mfa_attempt: '123456' }).toString(),
      type: 'application/x-www-form-urlencoded',
    })
  const until = Date.now() + 60_000
  const forged = [`${api.known.id}:${until}:x.sig`, `user_unknown:${until}:x.sig`, '']
  for (const auth of forged) {
    watch.take()
    const { status } = await attempt(auth)
    assert.equal(status, 401)
    const { calls } = watch.take()
    assert.deepEqual(
      calls.filter((call) => /^(users|secondFactors|backupCodes)\./.test(call)),
      [],
    )
  }
})
