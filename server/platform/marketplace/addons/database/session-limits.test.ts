import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { OrganisationId, UserId } from '#platform/model/ids.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { takeSessionSlot } from './session-limits.ts'

test('database sessions: a user has a bounded number of them, an account as well, and each gives its place back', async () => {
  await using api = await openTestApi()
  const { platform, account } = api
  const caller = (userId: UserId) =>
    ({ userId, credential: 'access token', credentialId: 'a', rights: everyRight }) as const
  const take = (ownerId: OrganisationId | UserId, userId: UserId) =>
    takeSessionSlot(platform, { ownerId }, caller(userId))
  const { organisationId } = account
  using taken = new DisposableStack()
  const first = await take(organisationId, 'user_1')
  for (let count = 1; count < 48; count += 1) taken.use(await take(organisationId, 'user_1'))
  await assert.rejects(take(organisationId, 'user_1'), /^Refusal: You have 48 shells/)
  first.dispose()
  taken.use(await take(organisationId, 'user_1'))
  for (let count = 0; count < 48; count += 1) taken.use(await take(organisationId, 'user_2'))
  await assert.rejects(take(organisationId, 'user_3'), /of this account have 96 shells/)
  taken.use(await take('user_3', 'user_3'))
})
