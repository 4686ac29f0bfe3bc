import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import type { ProviderCall } from '#platform/providers/calls/provider-client.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { openWorld } from '#tests/support/platform/world.ts'
import { testAddons } from '#tests/support/servers/server-access.ts'
import { openOwnProviders } from './own-providers.ts'

test('own providers: are called on this machine even where private targets are not allowed, and only they', async (t) => {
  await using world = await openWorld()
  const folder = await mkdtemp(join(tmpdir(), 'berth-own-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const own = await openOwnProviders({
    store: world.store,
    clock: systemClock,
    folder,
    addonsHost: () => '127.0.0.1',
    ...testAddons(),
    apiUrl: () => 'http://127.0.0.1:9',
    environment: {},
    keyFor: () => Buffer.alloc(32),
    log: () => {},
  })
  t.after(() => own.close('everything'))
  const providerClient = own.around(
    createProviderClient({ allowed: 'none', authorities: [] }),
    createProviderClient({ allowed: 'loopback', authorities: [] }),
  )
  const { api } = (await world.store.providers.find('config-provider'))?.manifest ?? assert.fail()
  const call: ProviderCall = {
    method: 'POST',
    url: api.production.base_url,
    timeout: 10_000,
    credentials: { id: 'config-provider', password: api.password },
    body: provisionRequest({
      addon_id: 'addon_1',
      owner_id: 'orga_1',
      owner_name: 'x',
      user_id: 'user_1',
      plan: 'std',
      callback_url: 'https://x.test/',
      options: {},
      logplex_token: 't',
    }),
  }
  assert.equal((await providerClient.call(call)).status < 300, true)
  const stranger = { ...call, credentials: { id: 'pigeon', password: 'x' } }
  await assert.rejects(providerClient.call(stranger), /private address|HTTPS only/)
  assert.match(providerClient.objectionTo(call.url) ?? '', /private address|HTTPS only/)
})
