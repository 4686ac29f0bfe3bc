import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { followEvents } from './follow-events.ts'

test('following events: a slow reader that catches up gets nothing more once its login is revoked', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const { store } = platform
  let now = platform.clock()
  platform.monotonic = () => now
  let token: unknown = { expiresAt: Number.POSITIVE_INFINITY }
  store.accessTokens.find = async () => token as never
  const { id: userId } = (await store.users.findByEmail(account.email)) ?? assert.fail()
  const scope = account.organisationId
  const event = { ownerId: scope, date: now, subjectId: '', visibility: 'see', data: {} } as const
  const after = await store.events.lastId()
  for (const name of ['FIRST', 'SECOND']) {
    await store.transaction((inside) => inside.events.add({ ...event, name }))
  }
  const caller: Caller = {
    userId,
    credential: 'access token',
    credentialId: 'token',
    rights: everyRight,
  }
  const followed = followEvents(platform, caller, { scope, after }, new AbortController().signal)
  assert.equal((await followed.next()).value?.kind, 'event')
  token = undefined
  now += 2000
  assert.deepEqual(await followed.next(), { value: undefined, done: true })
})
