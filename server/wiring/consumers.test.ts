import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import { createFirstAccount } from '#platform/identity/accounts/users/first-account.ts'
import { operatorOwner, platformOwner } from '#platform/model/identity/access/consumer.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { ConsumerOwnerId } from '#platform/model/ids.ts'
import { readSettings } from '#settings/settings.ts'
import { testPasswords } from '#tests/support/passwords.ts'
import { openTestStore } from '#tests/support/platform/test-store.ts'
import { registerConsumers } from './consumers.ts'

const clock = () => 1000
const pair = (key: string, secret: string, acceptsUnsignedQuery = false) => ({
  key,
  secret,
  acceptsUnsignedQuery,
})

test('operator consumers: match the pairs of the settings, and keep their tokens', async () => {
  const store = await openTestStore()
  const platform = { store, clock, passwords: testPasswords }
  const account = await createFirstAccount(platform, 'admin@localhost', async () => {})
  const user = await store.users.findByEmail('admin@localhost')
  const keys = async (owner: ConsumerOwnerId) =>
    (await store.consumers.listOf(owner)).map(({ key }) => key)

  await registerConsumers(platform, [pair('one', 's1'), pair('two', 's2')])
  assert.deepEqual(await keys(operatorOwner), ['one', 'two'])
  assert.deepEqual((await store.consumers.find('one'))?.rights, everyRight)
  const { token } = await issueAccessToken(platform, {
    consumerKey: 'one',
    userId: user?.id ?? 'user_nobody',
    rights: everyRight,
    for: 'program',
  })

  await registerConsumers(platform, [pair('one', 's1')])
  assert.deepEqual(await keys(operatorOwner), ['one'])
  assert.ok(await store.accessTokens.find(token))

  for (const mark of [true, false]) {
    await registerConsumers(platform, [pair('one', 's1', mark)])
    assert.equal((await store.consumers.find('one'))?.acceptsUnsignedQuery, mark)
    assert.ok(await store.accessTokens.find(token), 'the mark ends no token')
  }

  await registerConsumers(platform, [pair('one', 'another')])
  assert.equal((await store.consumers.find('one'))?.secret, 'another')
  assert.equal(await store.accessTokens.find(token), undefined, 'issued under another secret')

  await registerConsumers(platform, [])
  assert.deepEqual(await keys(operatorOwner), [])
  assert.deepEqual(await keys(platformOwner), [account.consumerKey])
  await assert.rejects(registerConsumers(platform, [pair(account.consumerKey, 's')]), {
    problems: [`BERTH_CONSUMERS names ${account.consumerKey}, which is in use already`],
  })
  await store.close()
})

test('operator consumers: pairs are read from one setting, whose value is never shown', () => {
  const read = (text: string) => readSettings({ BERTH_CONSUMERS: text }).consumers
  assert.deepEqual(read(''), [])
  assert.deepEqual(read('a-1:b_2, c:d:unsigned-query'), [pair('a-1', 'b_2'), pair('c', 'd', true)])
  for (const wrong of ['hidden', 'a:hidden:c', 'a b:hidden', 'a:', ':hidden', 'a:b,a:hidden']) {
    assert.throws(
      () => read(wrong),
      (error: Error) => /key:secret pairs/.test(error.message) && !/hidden/.test(error.message),
    )
  }
})
