import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { recordEvent } from '#platform/events/record-event.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { EventName } from '#protocol/events.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
let client: Client

before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

const happen = (name: EventName, ownerId: OwnerId = api.account.organisationId) =>
  api.platform.store.transaction((store) =>
    recordEvent(store, { ownerId, date: 1, name, subjectId: '', data: { id: ownerId } }),
  )

test('news: what people want to hear of is new until it was seen, in every browser', async () => {
  for (const name of ['DEPLOYMENT_FAIL', 'GIT_PUSH', 'ALERT_BEGIN', 'APPLICATION_EDITION'] as const)
    await happen(name)
  const found = await client.events.news()
  assert.deepEqual(
    found.events.map(({ event }) => event),
    ['ALERT_BEGIN', 'DEPLOYMENT_FAIL'],
  )
  assert.equal(found.unread, 2)
  const [newest, oldest] = found.events
  await client.events.seeNews(oldest?.id ?? 0)
  assert.equal((await client.events.news()).unread, 1)
  await client.events.seeNews(newest?.id ?? 0)
  await client.events.seeNews(oldest?.id ?? 0)
  assert.equal((await client.events.news()).unread, 0, 'it never goes back')
  await client.events.seeNews(1e9)
  await happen('INVOICE_ISSUED')
  const later = await client.events.news()
  assert.equal(later.unread, 1, 'nobody has seen what is yet to come')
  assert.equal(later.events.length, 3)
})

test('news: those of others are not told, and there are 50 at most', async () => {
  await happen('DEPLOYMENT_SUCCESS', 'orga_of_others')
  assert.ok(
    (await client.events.news()).events.every(({ event }) => event !== 'DEPLOYMENT_SUCCESS'),
  )
  for (let count = 0; count < 60; count += 1) await happen('ALERT_END')
  const { events, unread } = await client.events.news()
  assert.deepEqual([events.length, unread], [50, 50])
})
