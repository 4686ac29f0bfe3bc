import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { stepAt } from '#platform/identity/access/second-factor/totp.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

/** Types the password, reads the key that is shown, and types the one-time password computed from it. */
async function* device({ platform, account }: TypedApi): AsyncGenerator<string> {
  yield `${account.password}\n`
  const user = await platform.store.users.findByEmail(account.email)
  const factor = await until(() => platform.store.secondFactors.find(user?.id ?? 'user_nobody'), {
    timeout: 300_000,
    what: 'the key',
  })
  yield `${totp(factor.secret, stepAt(Date.now()))}\n`
}

const codesIn = (text: string) => text.match(/^ {2}\S{4}-\S{4}-\S{4}$/gm) ?? []

test('berth second-factor: enabled, backup codes shown and renewed, disabled', async () => {
  await using setup = await openTypedApi()
  const stdin = `${setup.account.password}\n`
  assert.match((await setup.type('second-factor')).out, /is off/)
  assert.equal((await setup.type('second-factor enable', { stdin: 'wrong\n' })).code, 1)

  const enabled = await setup.type('second-factor enable', { stdin: device(setup) })
  assert.equal(enabled.code, 0, enabled.err)
  assert.match(enabled.out, /^Key: ([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/m)
  assert.match(enabled.out, /^[█▀▄ ]{40,}$/m)
  assert.equal(codesIn(enabled.out).length, 10)
  assert.match((await setup.type('second-factor')).out, /is on/)
  assert.match(
    (await setup.type('second-factor enable', { stdin })).err,
    /already has a second factor/,
  )

  const shown = await setup.type('second-factor codes', { stdin })
  assert.deepEqual(codesIn(shown.out).toSorted(), codesIn(enabled.out).toSorted())
  const renewed = await setup.type('second-factor codes --renew --format json', { stdin })
  assert.equal(JSON.parse(renewed.out).length, 10)

  assert.match((await setup.type('second-factor disable', { stdin })).out, /was removed/)
  assert.match((await setup.type('second-factor codes', { stdin })).err, /has no second factor/)
})
