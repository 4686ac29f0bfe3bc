import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newApplication } from '#tests/support/platform/platform.ts'

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

test('domains: `https://` plus the domain in any response leads to the port for visitors', async () => {
  const ownerId = api.account.organisationId
  const { id } = await newApplication(api.platform, ownerId)
  const fqdn = `${id.replace('_', '-')}.localhost:4443/`
  const base = `/v2/organisations/${ownerId}/applications/${id}`
  const listed = await client.ask({ method: 'GET', path: `${base}/vhosts` })
  const { vhosts } = await client.ask<{ vhosts: unknown }>({ method: 'GET', path: base })
  const records = await client.ask<{ id: string; vhosts: unknown }[]>({
    method: 'GET',
    path: `/v2/organisations/${ownerId}/applications`,
  })
  assert.deepEqual(listed, [{ fqdn }])
  assert.deepEqual(vhosts, [{ fqdn }])
  assert.deepEqual(records.find((each) => each.id === id)?.vhosts, [{ fqdn }])
})
