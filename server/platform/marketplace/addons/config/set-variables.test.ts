import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeploymentRate } from '#platform/identity/quotas.ts'
import { linkAddon } from '#platform/marketplace/addons/links/link.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import { type Market, openMarket } from '#tests/support/providers/market.ts'
import { setAddonVariables } from './set-variables.ts'

/** A market whose provider accepts any variable names from the owner, as only built-in providers may. */
async function openOwn(): Promise<Market> {
  const market = await openMarket()
  const { platform, provider, service } = market
  const { manifest } = provider
  await platform.store.providers.change(provider.id, {
    manifest: { ...manifest, api: { ...manifest.api, config_vars: ['*'] } },
  })
  service.behave(({ method, body }, honest) =>
    method === 'PUT' ? { status: 200, body: { config: body.config } } : honest(),
  )
  return market
}

test('set add-on variables: replaces all variables and restarts the running applications linked to them', async () => {
  await using market = await openOwn()
  const { platform, service, application, deploy } = market
  const addon = await market.order()
  const web = await application()
  await deploy(web, commitOf('1'))
  await linkAddon(platform, addon, web)
  await setAddonVariables(platform, addon, { ONE: '1', TWO: 'secret two' })
  await setAddonVariables(platform, addon, { TWO: 'secret two', 'three.x-y': '' })
  const found = await platform.store.addons.find(addon.id)
  assert.deepEqual({ ...found?.config }, { TWO: 'secret two', 'three.x-y': '' })
  assert.match(service.visits.at(-1)?.path ?? '', /\/env$/)
  await platform.queue.idle(web.id)
  const causes = (await platform.store.deployments.listOf(web.id, {})).map(({ cause }) => cause)
  assert.ok(causes.includes('New values of the add-on my pigeons'), causes.join())
  const deliveries = JSON.stringify(await market.deliveries(addon.id))
  assert.ok(!deliveries.includes('secret two'), 'what is secret is in no delivery')
})

test('set add-on variables: restarts count as deployments; beyond the limit only the values are saved', async () => {
  await using market = await openOwn()
  const { platform, application, deploy } = market
  const addon = await market.order()
  const web = await application()
  await deploy(web, commitOf('1'))
  await linkAddon(platform, addon, web)
  await platform.queue.idle(web.id)
  const count = async () => (await platform.store.deployments.listOf(web.id, {})).length
  const before = await count()
  platform.deploymentRate = createDeploymentRate({ deploymentsPerHour: 1 }, platform.clock)
  await setAddonVariables(platform, addon, { ONE: '1' })
  await platform.queue.idle(web.id)
  await setAddonVariables(platform, addon, { ONE: '2' })
  await platform.queue.idle(web.id)
  assert.equal(await count(), before + 1)
  assert.deepEqual({ ...(await platform.store.addons.find(addon.id))?.config }, { ONE: '2' })
  const lines = (await platform.logs.read(web.id, {})).map(({ message }) => message)
  assert.ok(
    lines.some((line) => /^New values were saved, but .*1 deployments within an hour/.test(line)),
  )
})

test('set add-on variables: the rules of application variables apply', async () => {
  await using market = await openOwn()
  const addon = await market.order()
  for (const bad of [{ 'a b': '1' }, { A: 'x\0' }, { A: 'x'.repeat(200_000) }]) {
    await assert.rejects(setAddonVariables(market.platform, addon, bad), { kind: 'invalid' })
  }
  await setAddonVariables(market.platform, addon, { A: 'x'.repeat(100_000) })
})

test('set add-on variables: a provider error changes nothing and reaches the customer', async () => {
  await using market = await openOwn()
  const addon = await market.order()
  market.service.behave(() => ({ status: 500, body: { message: 'out of pigeons' } }))
  await assert.rejects(setAddonVariables(market.platform, addon, { A: '1' }), {
    kind: 'unavailable',
    message: /out of pigeons/,
  })
  const found = await market.platform.store.addons.find(addon.id)
  assert.deepEqual({ ...found?.config }, { ...addon.config })
  const [delivery] = await market.deliveries(addon.id)
  assert.equal(delivery?.trouble, 'It answered 500.')
})

test('set add-on variables: is refused for add-ons whose provider sets the variables', async () => {
  await using market = await openMarket()
  const addon = await market.order()
  await assert.rejects(setAddonVariables(market.platform, addon, { PIGEON_URL: 'mine' }), {
    kind: 'invalid',
    message: /set by its provider/,
  })
})
