import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'

test('berth access-tokens: lists access tokens and revokes one or all of them', async () => {
  await using setup = await openTypedApi()
  const { platform, account } = setup
  const user = (await platform.store.users.findByEmail(account.email)) ?? assert.fail()
  const other = await issueAccessToken(platform, {
    consumerKey: account.consumerKey,
    userId: user.id,
    rights: everyRight,
    for: 'program',
  })
  const list = async () => (await setup.type('access-tokens')).out
  assert.match(await list(), new RegExp(`^${other.token} +Command-line tools +used .* until `, 'm'))
  assert.ok((await list()).includes(account.token))
  assert.ok(!(await list()).includes(other.secret))

  assert.equal((await setup.type(`access-tokens revoke ${other.token}`)).code, 0)
  assert.ok(!(await list()).includes(other.token))
  assert.equal((await setup.type(`access-tokens revoke ${other.token}`)).code, 1)
  assert.equal((await setup.type('access-tokens revoke')).code, 2)
  assert.equal((await setup.type('access-tokens revoke x --all')).code, 2)
  assert.equal((await setup.type('access-tokens revoke --all')).code, 0)
  assert.match((await setup.type('access-tokens')).err, /Run `berth login`/)
})
