import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { authenticatePassword } from '#platform/identity/access/login/authenticate-password.ts'
import { checkSecondFactor } from '#platform/identity/access/second-factor/check.ts'
import { inviteMember } from '#platform/identity/accounts/invitations/invitations.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'

/** Rate limits must neither lock out the owner of an account nor be bypassed with many addresses. */
const limited = { kind: 'limited' }

test('rate limits: attempts from elsewhere do not lock the owner out of the usual network', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const { email, password } = account
  const home = '2001:db8:aaaa:1::5'
  const logIn = (from: string) => authenticatePassword(platform, { email, password, from })
  await logIn(home)
  for (let place = 0; place < 100; place += 1) {
    await platform.attempts.count('login', { account: email, from: `192.0.2.${place}` })
  }
  await assert.rejects(logIn('198.51.100.7'), limited)
  await logIn('2001:db8:aaaa:1::99')
  const guess = () => authenticatePassword(platform, { email, password: 'a guess', from: home })
  for (let more = 0; more < 10; more += 1) {
    await assert.rejects(guess(), { kind: 'unauthenticated' })
  }
  await assert.rejects(guess(), limited, 'a guesser next door has no more than anybody')
  await assert.rejects(logIn(home), limited, 'and learns nothing from a right one')
})

test('rate limits: an IPv6 site counts no more than ten addresses', () => {
  const attempts = createAttempts(() => 1)
  const guess = (number: number, site = 'b') =>
    attempts.count('login', {
      account: `somebody ${number}`,
      from: `2001:db8:${site}:${number.toString(16)}::1`,
    })
  for (let number = 0; number < 300; number += 1) guess(number)
  assert.throws(() => guess(300), limited)
  guess(301, 'c')
})

test('second factor: with a known password, codes are limited per day until the password changes', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const user = (await platform.store.users.findByEmail(account.email)) ?? assert.fail()
  await platform.store.secondFactors.put({
    userId: user.id,
    secret: 'GEZDGNBVGY3TQOJQ',
    confirmedAt: 1,
  })
  let now = Date.now()
  platform.attempts = createAttempts(() => now)
  const guess = (owner = user) =>
    checkSecondFactor(platform, owner, {
      code: 'nonsense',
      purpose: 'login',
      from: `2001:db8:${randomBytes(2).toString('hex')}::`,
    })
  for (let number = 0; number < 100; number += 1) {
    now += 60_000
    await assert.rejects(guess(), { kind: 'unauthenticated' })
  }
  now += 3_600_000
  await assert.rejects(guess(), limited)
  const changed = { ...user, passwordHash: await hashPassword('another one') }
  await assert.rejects(guess(changed), { kind: 'unauthenticated' })
})

test('invitations: limited per recipient, however many organisations send them', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const inviter = (await platform.store.users.findByEmail(account.email)) ?? assert.fail()
  const invite = async (from: string) => {
    const { id } = await createOrganisation(platform, inviter.id, { name: 'Spam' })
    const invitation = { email: 'victim@localhost', role: 'DEVELOPER', job: '' } as const
    return inviteMember(platform, { organisationId: id, inviter, from }, invitation)
  }
  for (let sent = 0; sent < 5; sent += 1) await invite('192.0.2.1')
  await assert.rejects(invite('192.0.2.1'), limited)
  for (let sent = 0; sent < 5; sent += 1) await invite('192.0.2.2')
  await assert.rejects(invite('192.0.2.3'), limited)
})

test('password hashing: concurrent attempts over the limit are refused, so that file access of others is not blocked', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const tries = Array.from({ length: 140 }, (_, number) =>
    authenticatePassword(platform, {
      email: `a${number}@localhost`,
      password: 'wrong',
      from: `192.0.2.${number}`,
    }).catch((error) => error.kind),
  )
  const kinds = await Promise.all(tries)
  const refused = kinds.filter((kind) => kind === 'unavailable')
  assert.ok(refused.length >= 38, `${refused.length} were refused`)
  assert.equal(kinds.filter((kind) => kind === 'unauthenticated').length, 140 - refused.length)
})
