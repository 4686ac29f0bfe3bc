import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
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

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => assert.fail('not refused'),
    (error) => {
      assert.ok(error instanceof ApiError, String(error))
      return [error.status, error.message]
    },
  )

const summaryTags = async (id: string) => {
  const { organisations } = await client.ask<{
    organisations: { applications: { id: string; customerTags: string[] }[] }[]
  }>({ method: 'GET', path: '/v2/summary' })
  return organisations.flatMap(({ applications }) => applications).find((each) => each.id === id)
    ?.customerTags
}

test('application tags: the four calls answer the whole list, and summary and overview show it', async () => {
  const ownerId = api.account.organisationId
  const { tags } = client
  const application = await client.ask<{ id: string }>({
    method: 'POST',
    path: `/v2/organisations/${ownerId}/applications`,
    body: { name: 'tagged', instanceType: 'node', zone: 'par', tags: ['new', 'new'] },
  })
  const address = { id: application.id, ownerId }
  assert.deepEqual(await tags.ofApplication(address).list(), ['new'])
  assert.deepEqual(await tags.ofApplication(address).replace(['a', 'b', 'a']), ['a', 'b'])
  assert.deepEqual(await tags.ofApplication(address).add('c d/e'), ['a', 'b', 'c d/e'])
  assert.deepEqual(await tags.ofApplication(address).add('a'), ['a', 'b', 'c d/e'])
  assert.deepEqual(await tags.ofApplication(address).remove('a'), ['b', 'c d/e'])
  assert.deepEqual(await summaryTags(address.id), ['b', 'c d/e'])
  const { applications } = await client.overview.get(ownerId)
  assert.deepEqual(applications.find(({ id }) => id === address.id)?.tags, ['b', 'c d/e'])

  await client.applications.update(address, { tags: ['by-change'], description: 'x' })
  assert.deepEqual(await tags.ofApplication(address).list(), ['by-change'])
  await client.applications.update(address, { description: 'y', tags: null })
  assert.deepEqual(await tags.ofApplication(address).list(), ['by-change'])

  const many = Array.from({ length: 51 }, (_, number) => `tag-${number}`)
  assert.deepEqual(await refusalOf(tags.ofApplication(address).replace(many)), [
    400,
    'There can be 50 tags at most.',
  ])
  for (const wrong of ['', ' ', 'x'.repeat(65), 'two\nlines']) {
    const [status] = await refusalOf(tags.ofApplication(address).replace([wrong]))
    assert.equal(status, 400, JSON.stringify(wrong))
  }
  assert.deepEqual(await tags.ofApplication(address).list(), ['by-change'])
})

test('application tags: two that are added at once are both kept', async () => {
  const { id } = await api.application()
  const { add, list } = client.tags.ofApplication({ id, ownerId: api.account.organisationId })
  await Promise.all(['one', 'two', 'three'].map((tag) => add(tag)))
  assert.deepEqual((await list()).toSorted(), ['one', 'three', 'two'])
})
