import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import type { ProviderCall } from '#platform/model/marketplace/provider-client.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { openWorld } from '#tests/support/platform/world.ts'
import { testAddons } from '#tests/support/servers/server-access.ts'
import { openBuiltInProviders } from './built-in-providers.ts'

/** The built-in providers, and an order of an add-on of the configuration provider, which has not started yet. */
async function prepare(t: TestContext) {
  const world = await openWorld()
  const folder = await mkdtemp(join(tmpdir(), 'berth-own-'))
  const { addons, ...more } = testAddons()
  const options = {
    store: world.store,
    clock: systemClock,
    folder,
    addonsHost: () => '127.0.0.1',
    addons: { ...addons, addonsPorts: { from: 10_000, to: 19_999 } },
    ...more,
    apiUrl: () => 'http://127.0.0.1:9',
    environment: {},
    keyFor: () => Buffer.alloc(32),
    log: () => {},
  }
  const own = await openBuiltInProviders(options)
  t.after(async () => {
    await own.close('everything')
    await world[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const near = createProviderClient({ allowed: 'loopback', authorities: [] })
  const sent: ProviderCall[] = []
  const providerClient = own.around(createProviderClient({ allowed: 'none', authorities: [] }), {
    ...near,
    call(call, signal) {
      sent.push(call)
      return near.call(call, signal)
    },
  })
  const catalogued = async () =>
    (await world.store.providers.find('config-provider'))?.manifest.api ?? assert.fail()
  const { production, password } = await catalogued()
  const call: ProviderCall = {
    method: 'POST',
    url: production.base_url,
    timeout: 300_000,
    credentials: { id: 'config-provider', password },
    body: provisionRequest({
      addon_id: 'addon_1',
      owner_id: 'orga_1',
      owner_name: 'x',
      user_id: 'user_1',
      plan: 'std',
      callback_url: 'https://x.test/v2/vendor/apps/addon_1',
      options: {},
      logplex_token: 't',
    }),
  }
  const url = async () => (await catalogued()).production.base_url
  return { world, options, providerClient, call, sent, url }
}

test('built-in providers: are called on this machine even where private targets are not allowed, and only they', async (t) => {
  const { providerClient, call } = await prepare(t)
  assert.equal((await providerClient.call(call)).status < 300, true)
  const stranger = { ...call, credentials: { id: 'pigeon', password: 'x' } }
  await assert.rejects(providerClient.call(stranger), /private address|HTTPS only/)
  assert.match(providerClient.objectionTo(call.url) ?? '', /private address|HTTPS only/)
})

test('built-in providers: call the platform back at an address that needs no name server', async (t) => {
  const { providerClient, call, sent } = await prepare(t)
  assert.equal((await providerClient.call(call)).status < 300, true)
  const callback_url = 'http://127.0.0.1:9/v2/vendor/apps/addon_1'
  assert.deepEqual(sent[0]?.body, { ...(call.body as object), callback_url })
})

test('built-in providers: one whose port was taken before it started listens on another', async (t) => {
  const { providerClient, call, url } = await prepare(t)
  const thief = createServer((socket) => socket.destroy())
  thief.listen(Number(new URL(call.url).port), '127.0.0.1')
  await once(thief, 'listening')
  t.after(() => thief.close())
  assert.equal((await providerClient.call(call)).status < 300, true)
  assert.notEqual(await url(), call.url)
})

test('built-in providers: one at a port that fetch refuses to call gets another at the next start', async (t) => {
  const { world, options, url } = await prepare(t)
  const { providers } = world.store
  const { manifest } = (await providers.find('config-provider')) ?? assert.fail()
  const blocked = structuredClone(manifest)
  blocked.api.production.base_url = 'http://127.0.0.1:10080/resources'
  await providers.change('config-provider', { manifest: blocked })
  const again = await openBuiltInProviders(options)
  t.after(() => again.close('everything'))
  assert.notEqual(new URL(await url()).port, '10080')
})
