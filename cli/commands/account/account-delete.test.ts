import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

const password = 'the right horse'

/** Logs in a new user who owns nothing. */
async function newcomer(setup: TypedApi): Promise<UserId> {
  const { platform, account } = setup
  const id = newId('user')
  const passwordHash = await hashPassword(password)
  await platform.store.users.add(newUser(id, { email: 'new@x.test', passwordHash }, 1))
  const { consumerKey } = account
  const token = await issueAccessToken(platform, {
    consumerKey,
    userId: id,
    rights: everyRight,
    for: 'tool',
  })
  await setup.logIn({ ...account, token: token.token, secret: token.secret })
  return id
}

test('berth account delete: asks for password and e-mail address, and removes the profile too', async () => {
  await using setup = await openTypedApi()
  const id = await newcomer(setup)
  const isThere = async () => (await setup.platform.store.users.find(id)) !== undefined
  const typed = (answers: string, words = 'account delete') =>
    setup.type(words, { stdin: answers, interactive: words === 'account delete' })
  assert.match((await typed(`${password}\nother@x.test\n`)).err, /Nothing was done/)
  assert.match((await typed(`wrong\n`, 'account delete --yes')).err, /password is wrong/)
  const unasked = await setup.type('account delete', { stdin: `${password}\n` })
  assert.match(unasked.err, /pass --yes/)
  assert.ok(await isThere())

  const deleted = await typed(`${password}\nnew@x.test\n`)
  assert.equal(deleted.code, 0, deleted.err)
  assert.ok(!(await isThere()))
  assert.match((await setup.type('profile')).err, /not logged in/)
})

test('berth account delete: an account that owns something is kept, and the message lists what it owns', async () => {
  await using setup = await openTypedApi()
  const { password: own } = setup.account
  const { code, err } = await setup.type('account delete --yes', { stdin: `${own}\n` })
  assert.equal(code, 1)
  assert.match(err, /orga_/)
  assert.equal((await setup.type('profile')).code, 0)
})
