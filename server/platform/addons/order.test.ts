import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMarket } from '#tests/fixtures/market.ts'

test('an order is answered with the variables of the add-on', async () => {
  await using market = await openMarket()
  const addon = await market.order({ options: { version: 15, encrypted: true } })
  assert.equal(addon.state, 'ready')
  assert.deepEqual(Object.keys(addon.config), ['PIGEON_URL'])
  const kept = await market.platform.store.addons.find(addon.id)
  assert.deepEqual(kept, { ...addon, config: { ...addon.config }, options: { ...addon.options } })
  const [visit] = market.partner.visits
  assert.equal(visit?.authorization, `Basic ${btoa(`pigeon:${'p'.repeat(40)}`)}`)
  const { logplex_token, ...body } = visit?.body ?? {}
  assert.equal(logplex_token, addon.logToken)
  assert.deepEqual(body, {
    ...{
      addon_id: addon.id,
      heroku_id: addon.id,
      uuid: addon.id.slice(6),
      plan: 's',
      region: 'EU',
    },
    ...{ owner_id: addon.ownerId, user_id: addon.orderedBy, owner_name: body.owner_name },
    callback_url: `https://api.example.test/v2/vendor/apps/${addon.id}`,
    options: { version: '15', encrypted: 'true' },
  })
})
