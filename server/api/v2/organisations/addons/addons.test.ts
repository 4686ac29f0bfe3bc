import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openOddProvider, type PanelVisit } from '#tests/support/providers/odd-provider.ts'

/** An API with a provider of two plans, and its first account as the customer. */
async function openShop() {
  const [setup, service] = [await openTestApi(), await openOddProvider()]
  const { platform, account, url } = setup
  const urls = { base_url: service.url, sso_url: service.url }
  const secrets = { password: 'p'.repeat(40), sso_salt: 's'.repeat(40) }
  const ownerId = account.organisationId
  const { provider, plan } = await addOffer(platform.store, {
    id: 'pigeon',
    ownerId,
    manifest: {
      id: 'pigeon',
      api: {
        config_vars: ['PIGEON_URL'],
        ...secrets,
        regions: ['eu'],
        production: urls,
        test: urls,
      },
    },
  })
  const cheap = { ...plan, id: newId('plan'), slug: 'dev', name: 'Dev', price: 0 }
  await platform.store.plans.add(cheap)
  const { ask } = createClient({ api: url, credentials: account })
  // biome-ignore lint/suspicious/noExplicitAny: records are compared as they are on the wire
  type Wire = any
  return {
    ...setup,
    service,
    provider,
    plan,
    cheap,
    ownerId,
    list: listOf(ownerId),
    ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', target: string, body?: unknown) => {
      const [path = '', search] = target.split('?')
      const query = Object.fromEntries(new URLSearchParams(search))
      return ask<Wire>({ method, path, query, ...(body !== undefined && { body }) })
    },
    async [Symbol.asyncDispose]() {
      await setup[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

const listOf = (ownerId: OwnerId) => `/v2/organisations/${ownerId}/addons`

test('add-ons API: an order returns the whole record, with the cheapest plan by default', async () => {
  await using shop = await openShop()
  const body = { name: 'loft', providerId: 'pigeon', region: 'par', options: { a: 1, b: true } }
  const addon = await shop.ask('POST', shop.list, { ...body, version: '3' })
  assert.match(addon.id, /^addon_/)
  assert.deepEqual([addon.realId, addon.region], [`r-${addon.id.slice(6)}`, 'par'])
  assert.deepEqual([addon.plan.slug, addon.plan.price_id], ['dev', 'pigeon.dev'])
  assert.deepEqual([addon.provider.id, addon.provider.regions.includes('par')], ['pigeon', true])
  assert.deepEqual(
    [addon.configKeys, addon.state, addon.message],
    [...[['PIGEON_URL'], 'ready', 'welcome']],
  )
  assert.deepEqual(shop.service.visits[0]?.body.options, { a: '1', b: 'true', version: '3' })
  assert.deepEqual(await shop.ask('GET', shop.list), [addon])
  assert.deepEqual(await shop.ask('GET', `${shop.list}/${addon.realId}`), addon)
  for (const either of [addon.id, addon.realId])
    assert.deepEqual(await shop.ask('GET', `/v2/self/addons/${either}`), addon)
  assert.deepEqual(await shop.ask('GET', '/v2/self/addons'), [])
  const [summary] = (await shop.ask('GET', '/v2/summary')).organisations
  const { id, realId } = addon
  assert.deepEqual(summary.addons, [
    {
      id,
      realId,
      name: 'loft',
      providerId: 'pigeon',
      logoUrl: '',
      systemTags: [],
      customerTags: [],
    },
  ])
  assert.deepEqual(summary.providers, [{ id: 'pigeon', name: 'Pigeons' }])
})

test('add-ons API: an order can link an application of the same owner', async () => {
  await using shop = await openShop()
  const { id } = await shop.application()
  const order = { providerId: 'pigeon', plan: 'S', region: 'EU', linkedApp: id }
  const addon = await shop.ask('POST', shop.list, order)
  assert.deepEqual([addon.name, addon.plan.slug], ['Pigeons', 's'])
  const linked = `/v2/organisations/${shop.ownerId}/applications/${id}/addons`
  assert.deepEqual(await shop.ask('GET', linked), [addon])
  const [given] = await shop.ask('GET', `${linked}/env`)
  assert.deepEqual(
    [given.addon_id, given.addon_name, given.provider_id, given.env[0].name],
    [addon.id, 'Pigeons', 'pigeon', 'PIGEON_URL'],
  )
  const [application] = await shop.ask('GET', `${shop.list}/${addon.id}/applications`)
  assert.equal(application.id, id)
  const wrong = { ...order, linkedApp: newId('app') }
  await assert.rejects(shop.ask('POST', shop.list, wrong), { status: 404, code: 4004 })
  assert.equal(shop.service.visits.length, 1, 'nothing was ordered for an application that is not')
})

test("add-ons API: another owner's add-on cannot be linked, by either of its ids", async () => {
  await using shop = await openShop()
  const stranger = await somebody(shop)
  const foreign = await addAddon(shop.platform.store, shop.provider, shop.plan, {
    ownerId: stranger.id,
    state: 'ready',
    realId: 'theirs',
  })
  const { id } = await shop.application()
  const path = `/v2/organisations/${shop.ownerId}/applications/${id}/addons`
  for (const addonId of [foreign.id, 'theirs', newId('addon'), '']) {
    await assert.rejects(shop.ask('POST', path, addonId), {
      status: 404,
      message: `There is no add-on ${addonId}.`,
    })
  }
  assert.deepEqual(await shop.platform.store.links.applicationsOf(foreign.id), [])
})

test("add-ons API: a provider's error message is returned in the shape that clients know", async () => {
  await using shop = await openShop()
  shop.service.behave(() => ({ status: 500, body: { message: 'out of seed' } }))
  const order = { name: 'loft', providerId: 'pigeon', region: 'par' }
  await assert.rejects(shop.ask('POST', shop.list, order), (error: Error & { status: number }) => {
    assert.equal(error.status, 503)
    return /out of seed/.test(error.message)
  })
  assert.deepEqual(await shop.ask('GET', shop.list), [])
})

test('add-ons API: names and tags are changed, and invalid ones refused', async () => {
  await using shop = await openShop()
  const { id } = await shop.ask('POST', shop.list, { name: 'loft', providerId: 'pigeon' })
  const one = `${shop.list}/${id}`
  assert.equal((await shop.ask('PUT', one, { name: ' nest ', plan: 'x' })).name, 'nest')
  assert.equal((await shop.ask('PUT', one, {})).name, 'nest')
  assert.equal((await shop.ask('PUT', one, { name: '' })).name, 'nest', 'empty is absent')
  for (const name of ['   ', 'two\nlines', 'x'.repeat(101)])
    await assert.rejects(shop.ask('PUT', one, { name }), { status: 400 })
  assert.deepEqual(await shop.ask('PUT', `${one}/tags`, ['a', 'b', 'a']), ['a', 'b'])
  assert.deepEqual(await shop.ask('PUT', `${one}/tags/c%20d`), ['a', 'b', 'c d'])
  assert.deepEqual(await shop.ask('DELETE', `${one}/tags/a`), ['b', 'c d'])
  assert.deepEqual(await shop.ask('GET', `${one}/tags`), ['b', 'c d'])
  await assert.rejects(shop.ask('PUT', `${one}/tags`, ['x'.repeat(65)]), { status: 400 })
})

test('add-ons API: a plan change is a migration that can be followed and cancelled', async () => {
  await using shop = await openShop()
  const { id } = await shop.ask('POST', shop.list, { name: 'loft', providerId: 'pigeon' })
  const migrations = `${shop.list}/${id}/migrations`
  const silent = Promise.withResolvers<void>()
  shop.service.behave(async (_, honest) => {
    await silent.promise
    return honest()
  })
  const running = await shop.ask('POST', migrations, { planId: shop.plan.id, region: 'par' })
  assert.deepEqual([running.status, running.steps[0].value], ['RUNNING', 'UPDATE_ADDON'])
  silent.resolve()
  await until(
    async () => (await shop.ask('GET', `${migrations}/${running.migrationId}`)).status === 'OK',
    { timeout: 300_000, what: 'the end of the migration' },
  )
  assert.equal((await shop.ask('GET', `${shop.list}/${id}`)).plan.id, shop.plan.id)
  const preorder = await shop.ask('GET', `${migrations}/preorders?planId=dev`)
  assert.deepEqual([preorder.planId, preorder.totalTTC], [shop.cheap.id, 0])
  await assert.rejects(shop.ask('GET', `${migrations}/preorders?planId=none`), { status: 400 })
  for (const move of [{ region: 'rbx' }, { version: '99' }]) {
    const body = { planId: 'dev', ...move }
    await assert.rejects(shop.ask('POST', migrations, body), { status: 400 })
    await assert.rejects(shop.ask('PUT', `${shop.list}/${id}/plan`, body), { status: 400 })
  }
  shop.service.behave((_, honest) => ({ ...honest(), status: 202 }))
  const begun = await shop.ask('POST', migrations, { planId: 'dev' })
  assert.equal(begun.status, 'RUNNING')
  await shop.ask('DELETE', `${migrations}/${begun.migrationId}`)
  const [given, ...older] = await shop.ask('GET', migrations)
  assert.deepEqual([given.status, older[0].status], ['ABORTED', 'OK'])
  await assert.rejects(shop.ask('GET', `${migrations}/${newId('migration')}`), { status: 404 })
})

test('add-ons API: an add-on that the provider has not removed yet is listed as being deleted', async () => {
  await using shop = await openShop()
  const { id } = await shop.ask('POST', shop.list, { name: 'loft', providerId: 'pigeon' })
  shop.service.behave(() => ({ status: 500 }))
  assert.match((await shop.ask('DELETE', `${shop.list}/${id}`)).message, /is being deleted/)
  assert.equal((await shop.ask('GET', `${shop.list}/${id}`)).state, 'deleting')
  shop.service.behave()
  assert.match((await shop.ask('POST', `${shop.list}/${id}/retry`)).message, /was deleted/)
  await assert.rejects(shop.ask('GET', `${shop.list}/${id}`), { status: 404 })
})

test('add-ons API: an unsupported version is refused before the provider is called', async () => {
  await using shop = await openShop()
  const { manifest } = shop.provider
  const versions = { ...manifest, api: { ...manifest.api, versions: ['16.2', '15.6'] } }
  await shop.platform.store.providers.change('pigeon', { manifest: versions } as object)
  const order = { name: 'loft', providerId: 'pigeon' }
  for (const wrong of [{ version: '99' }, { options: { version: '1' } }]) {
    const asking = shop.ask('POST', shop.list, { ...order, ...wrong })
    await assert.rejects(asking, { status: 400, message: /there are 16\.2, 15\.6/ })
  }
  assert.deepEqual(shop.service.visits, [])
  for (const right of ['15', '16.2', '', null]) {
    const addon = await shop.ask('POST', shop.list, { ...order, options: { version: right } })
    assert.equal(addon.state, 'ready')
  }
  assert.deepEqual(
    (shop.service.visits as PanelVisit[]).map(({ body }) => body.options),
    [{ version: '15' }, { version: '16.2' }, {}, {}],
  )
})
