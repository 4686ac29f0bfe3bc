import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

test('vendor API: a provider may repeat the same values at will, but changes are rate limited', async () => {
  await using api = await openTestApi()
  const { store } = api.platform
  const { provider, plan } = await addOffer(store)
  const addon = await addAddon(store, provider, plan, {
    ownerId: api.account.organisationId,
    state: 'ready',
    realId: 'r-1',
  })
  const authorization = `Basic ${Buffer.from(`pigeon:${'p'.repeat(40)}`).toString('base64')}`
  const give = async (value: string) => {
    const body = JSON.stringify({ config: { PIGEON_URL: value } })
    const path = `${api.url}/v2/vendor/apps/${addon.id}`
    return (await fetch(path, { method: 'PUT', headers: { authorization }, body })).status
  }
  assert.equal(await give('x'.repeat(200_000)), 400)
  for (let index = 0; index < 60; index++) assert.equal(await give(`pigeon://${index}`), 200)
  assert.equal(await give('pigeon://one more'), 429)
  for (let index = 0; index < 3; index++) assert.equal(await give('pigeon://59'), 200)
  assert.equal((await store.addons.find(addon.id))?.config.PIGEON_URL, 'pigeon://59')
})
