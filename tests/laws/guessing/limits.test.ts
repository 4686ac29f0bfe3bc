import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { digestOf } from '#kit/crypto/digest.ts'
import { newSecret } from '#kit/text/ids.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { type Answer, type GuessedApi, listeners, openGuessedApi, send } from './listeners.ts'

/** Rate limits on guessing, flooding and enumeration: per account from anywhere, and per address for all accounts. */
let api: GuessedApi
let now = Date.now()

before(async () => {
  api = await openGuessedApi()
})
after(() => api[Symbol.asyncDispose]())

const begin = () => {
  api.platform.attempts = createAttempts(() => now)
}
const unknown = () => `${newSecret(8).toLowerCase()}@people.test`
const [here, there] = ['127.0.0.1', '127.0.0.2']

/** Number of attempts accepted before one is refused, up to a maximum. */
async function taken(most: number, attempt: (number: number) => Promise<Answer>): Promise<number> {
  for (let number = 0; number < most; number += 1) {
    const { status, headers, body } = await attempt(number)
    if (status !== 429) continue
    assert.match(String(headers['retry-after']), /^\d+$/)
    assert.match(body, /Too many attempts\. Try again in (a minute|\d+ minutes)\./)
    return number
  }
  return most
}

/** Limits from one address: per account, and for all accounts. */
const allowed: Record<string, { account: number; address: number; window: number }> = {
  login: { account: 10, address: 30, window: 60_000 },
  'token creation': { account: 10, address: 30, window: 60_000 },
  'password reset': { account: 5, address: 20, window: 3_600_000 },
  'sign-up': { account: 5, address: 20, window: 3_600_000 },
}

for (const [listener, { account, address, window }] of Object.entries(allowed)) {
  const attempt = (email: string, from = here) =>
    listeners[listener]?.(api, email, from) ?? assert.fail()

  test(`${listener}: limited per account, known or not, but not elsewhere or later`, async () => {
    for (const email of [api.known.email, unknown()]) {
      begin()
      assert.equal(await taken(account + 1, () => attempt(email)), account)
      assert.equal((await attempt(email.toUpperCase())).status, 429, 'however it is written')
      assert.notEqual((await attempt(unknown())).status, 429)
      assert.notEqual((await attempt(email, there)).status, 429)
      now += window
      assert.notEqual((await attempt(email)).status, 429)
    }
  })

  test(`${listener}: limited per address, whatever the accounts`, async () => {
    begin()
    assert.equal(await taken(address + 1, () => attempt(unknown())), address)
    assert.notEqual((await attempt(unknown(), there)).status, 429)
  })
}

test('invitations: limited per organisation', async () => {
  begin()
  const invite = () => listeners.invitation?.(api, unknown(), here) ?? assert.fail()
  assert.equal(await taken(60, invite), 50)
})

test('second factor: codes are limited per account and per address', async () => {
  const until = Date.now() + 3_600_000
  const guess = async ({ id }: Person, from: string) => {
    const { passwordHash } = (await api.platform.store.users.find(id)) ?? assert.fail()
    const text = `${id}:${until}:${digestOf(passwordHash).slice(0, 32)}`
    const fields = { auth_id: api.signer.sign('second factor', text), mfa_attempt: '000000' }
    return send(`${api.url}/v2/sessions/mfa_login`, from, {
      body: new URLSearchParams(fields).toString(),
      type: 'application/x-www-form-urlencoded',
    })
  }
  begin()
  assert.equal(await taken(20, () => guess(api.known, here)), 10)
  assert.equal(await taken(20, () => guess(api.known, there)), 10)
  const others = Array.from({ length: 4 }, () => somebody(api))
  const people = await Promise.all(others)
  const each = (number: number) => guess(people[number % 4] ?? assert.fail(), '127.0.0.3')
  assert.equal(await taken(40, each), 30)
})

test('rate limits: an IPv6 network counts as one address', () => {
  const attempts = createAttempts(() => now)
  for (let host = 0; host < 30; host += 1) {
    attempts.count('login', { account: `a${host}`, from: `2001:db8:1:2::${host.toString(16)}` })
  }
  assert.throws(() => attempts.count('login', { account: 'b', from: '2001:db8:1:2:ffff::1' }), {
    kind: 'limited',
  })
  attempts.count('login', { account: 'b', from: '2001:db8:1:3::1' })
})

test('rate limits: attempts on one account from many addresses are limited too', () => {
  const attempts = createAttempts(() => now)
  for (let host = 0; host < 100; host += 1) {
    attempts.count('login', { account: 'a', from: `192.0.2.${host}` })
  }
  assert.throws(() => attempts.count('login', { account: 'a', from: '198.51.100.1' }), {
    kind: 'limited',
  })
})
