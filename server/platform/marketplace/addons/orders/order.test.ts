import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { createAuthority } from '#kit/crypto/x509.ts'
import { retryAddon } from '#platform/marketplace/addons/worker/retry.ts'
import { addonOfProvider } from '#platform/marketplace/providers/calls/provider-view.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { openMarket } from '#tests/support/providers/market.ts'
import { openOddProvider } from '#tests/support/providers/odd-provider.ts'

const stateOf = (platform: Platform, id: AddonId, state: string) =>
  until(async () => (await platform.store.addons.find(id))?.state === state, {
    timeout: 300_000,
    what: `the state ${state}`,
  })

describe('add-on order', { concurrency: 4 }, () => {
  test('is answered with the variables of the add-on', async () => {
    await using market = await openMarket()
    const addon = await market.order({ options: { version: 15, encrypted: true } })
    assert.equal(addon.state, 'ready')
    assert.equal(addon.message, 'welcome')
    assert.deepEqual(Object.keys(addon.config), ['PIGEON_URL'])
    const kept = await market.platform.store.addons.find(addon.id)
    assert.deepEqual(kept, { ...addon, config: { ...addon.config }, options: { ...addon.options } })
    const [visit] = market.service.visits
    assert.equal(visit?.authorization, `Basic ${btoa(`pigeon:${'p'.repeat(40)}`)}`)
    const { logplex_token, ...body } = visit?.body ?? {}
    assert.equal(logplex_token, addon.logToken)
    assert.deepEqual(body, {
      addon_id: addon.id,
      heroku_id: addon.id,
      uuid: addon.id.slice(6),
      plan: 's',
      region: 'EU',
      options: { version: '15', encrypted: 'true' },
      owner_id: addon.ownerId,
      user_id: addon.orderedBy,
      owner_name: body.owner_name,
      callback_url: `https://api.example.test/v2/vendor/apps/${addon.id}`,
    })
  })

  test('is refused before the provider is called when it is invalid', async () => {
    await using market = await openMarket()
    const odd = [
      { planId: 'plan_none' },
      { zone: 'mars' },
      { zone: 'mtl' },
      { name: ' ' },
      { name: 'two\nlines' },
      { options: { deep: {} } },
      { options: { long: 'x'.repeat(20_000) } },
      { options: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`o${at}`, ''])) },
    ]
    for (const wanted of odd) {
      await assert.rejects(market.order(wanted), { name: 'Refusal', kind: 'invalid' })
    }
    for (const wanted of [{ providerId: 'nobody' }, { ownerId: 'orga_gone' }] as const) {
      await assert.rejects(market.order(wanted), { name: 'Refusal', kind: 'missing' })
    }
    assert.deepEqual(market.service.visits, [])
  })

  test('has only options that the manifest lists, if it lists any', async () => {
    await using market = await openMarket()
    const { manifest, id } = market.provider
    const api = { ...manifest.api, options: ['encryption'] }
    await market.platform.store.providers.change(id, { manifest: { ...manifest, api } })
    const addon = await market.order({ options: { encryption: true, locale: '' } })
    assert.deepEqual({ ...addon.options }, { encryption: 'true' })
    for (const [options, message] of [
      [{ locale: 'en_GB' }, /Pigeons has no option "locale": there are encryption\./],
      [{ version: '15' }, /has no option "version"/],
    ] as const)
      await assert.rejects(market.order({ options }), { kind: 'invalid', message })
    assert.equal(market.service.visits.length, 1)
  })

  test('leaves nothing when the provider is unreachable', async () => {
    await using market = await openMarket()
    await market.service[Symbol.asyncDispose]()
    await assert.rejects(market.order(), {
      kind: 'unavailable',
      message: /^Error from provider: \[Pigeons did not answer \(connection refused\)\.\]$/,
    })
    const { store } = market.platform
    assert.deepEqual(await store.addons.listOf(market.account.organisationId), [])
    const [delivery] = await market.deliveries()
    assert.equal(delivery?.status, null)
    assert.match(delivery?.trouble ?? '', /did not answer \(connection refused\)/)
  })

  test('is not sent to a provider whose certificate is not trusted', async () => {
    await using market = await openMarket()
    const { certificate, key } = createAuthority('a stranger')
    await using stranger = await openOddProvider({ certificate, key })
    const { manifest, id } = market.provider
    const test = { ...manifest.api.test, base_url: stranger.url }
    const api = { ...manifest.api, test }
    await market.platform.store.providers.change(id, { manifest: { ...manifest, api } })
    await assert.rejects(market.order(), { message: /certificate not trusted/ })
    assert.deepEqual(stranger.visits, [])
  })

  test('whose response is lost is repeated with the same id, and provisioned once', async () => {
    await using market = await openMarket()
    const { service, platform } = market
    service.behave((_, honest) => {
      honest()
      service.behave()
      return 'drop'
    })
    const addon = await market.order()
    assert.equal(addon.state, 'uncertain')
    assert.match(addon.trouble, /did not confirm the order.*keeps retrying/)
    await stateOf(platform, addon.id, 'ready')
    assert.deepEqual([...service.made], [[addon.id, 1]])
    const [asked, again] = service.visits.map(({ body }) => body)
    assert.deepEqual(asked, again)
    const ready = await platform.store.addons.find(addon.id)
    assert.deepEqual([ready?.trouble, ready?.dueAt], ['', null])
  })

  test('that takes a provider longer than the timeout succeeds, with longer timeouts for the same id', async () => {
    await using market = await openMarket()
    const { service, platform } = market
    platform.policies.providerTimeout = 1_500
    // Like a provider that begins from the start whenever its caller goes away.
    service.behave(async (_, honest) => {
      await sleep(4_000)
      return honest()
    })
    const addon = await market.order()
    assert.equal(addon.state, 'uncertain')
    assert.match(addon.trouble, /keeps retrying.*timeout after 1\.5 s/)
    await stateOf(platform, addon.id, 'ready')
    const ids = service.visits.map(({ body }) => body.addon_id)
    assert.deepEqual(new Set(ids), new Set([addon.id]))
    const calls = (await market.deliveries(addon.id)).toReversed().map(({ trouble }) => trouble)
    assert.match(calls[0] ?? '', /timeout after 1\.5 s/)
    assert.match(calls[1] ?? '', /timeout after 3 s/)
    const lines = await platform.logs.read(addon.id, { limit: 10 })
    assert.match(String(lines[0]?.message), /next call is in 1 s, with a timeout of 3 s/)
  })

  test('that stays uncertain and is refused later is reported to the user by e-mail', async () => {
    await using market = await openMarket()
    market.service.behave(({ method }) => {
      market.service.behave(() => ({ status: 402, body: { message: 'Pay first.' } }))
      return method === 'POST' ? 'drop' : { status: 500 }
    })
    const addon = await market.order()
    assert.equal(addon.state, 'uncertain')
    const mail = await market.mail('admin@localhost')
    assert.match(mail.subject, /my pigeons/)
    assert.match(mail.text, /Pay first/)
    assert.equal(await market.platform.store.addons.find(addon.id), undefined)
  })

  test('stays uncertain when a retry is answered with "try later"', async () => {
    await using market = await openMarket()
    const statuses = [503, 409, 302]
    market.service.behave((_, honest) => {
      if (market.service.visits.length === 1) return 'drop'
      const status = statuses.shift()
      return status === undefined ? honest() : { status, body: 'not now' }
    })
    const addon = await market.order()
    for (const _ of [...statuses]) {
      const still = await retryAddon(market.platform, addon)
      assert.equal(still?.state, 'uncertain')
    }
    assert.equal((await retryAddon(market.platform, addon))?.state, 'ready')
    await assert.rejects(retryAddon(market.platform, addon), { kind: 'conflict' })
  })

  test('answered with the id of another add-on fails, and the other add-on stays', async () => {
    await using market = await openMarket()
    market.service.behave(() => ({ status: 200, body: { id: 'the-same' } }))
    const other = await market.order()
    await assert.rejects(market.order(), { message: /answered with the id of another add-on/ })
    const addons = await market.platform.store.addons.listOf(market.account.organisationId)
    assert.deepEqual(
      addons.map(({ id, state }) => ({ id, state })),
      [{ id: other.id, state: 'ready' }],
    )
    assert.ok(market.service.visits.every(({ method }) => method === 'POST'))
    const [delivery] = await market.deliveries()
    assert.match(delivery?.trouble ?? '', new RegExp(`that of the add-on ${other.id}`))
  })

  test("is unknown to the provider's API before the provider has answered", async () => {
    await using market = await openMarket()
    const asked: unknown[] = []
    market.service.behave(async ({ body }, honest) => {
      const seen = addonOfProvider(market.platform, market.provider, body.addon_id)
      asked.push(await seen.catch((error) => error.kind))
      return honest()
    })
    const addon = await market.order()
    assert.deepEqual(asked, ['missing'])
    const seen = await addonOfProvider(market.platform, market.provider, addon.id)
    assert.equal(seen.state, 'ready')
  })

  test('is independent of concurrent orders', async () => {
    await using market = await openMarket()
    const addons = await Promise.all(Array.from({ length: 20 }, () => market.order()))
    assert.equal(new Set(addons.map(({ realId }) => realId)).size, 20)
    assert.ok(addons.every(({ state }) => state === 'ready'))
    assert.ok([...market.service.made.values()].every((count) => count === 1))
  })
})

test('leaves no secret in the stored provider calls', async () => {
  await using market = await openMarket()
  const addon = await market.order({ options: { password: 'of the customer' } })
  const kept = JSON.stringify(await market.deliveries(addon.id))
  assert.match(kept, /PIGEON_URL/)
  for (const secret of ['secret@', addon.logToken, 'p'.repeat(40), 'of the customer']) {
    assert.ok(!kept.includes(secret), secret)
  }
})
