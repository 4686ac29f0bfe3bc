import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createVault } from '#kit/crypto/vault.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'
import { openConfiguration } from './configuration.ts'

const password = 'a password with quite some letters in it'
const urls = { base_url: 'http://localhost:1/resources', sso_url: 'http://localhost:1/sso' }
const manifest: Manifest = {
  id: 'config-provider',
  api: {
    config_vars: ['*'],
    password,
    sso_salt: password,
    regions: ['eu'],
    production: urls,
    test: urls,
  },
}
const order = provisionRequest({
  addon_id: 'addon_1',
  owner_id: 'orga_1',
  owner_name: 'x',
  user_id: 'user_1',
  plan: 'std',
  callback_url: 'https://x.test/',
  options: {},
  logplex_token: 't',
})

async function openIn(t: TestContext, folder: string) {
  const address = {
    port: 0,
    addonsHost: '127.0.0.1',
    access: testAccess(),
    apiUrl: 'http://127.0.0.1:9',
  }
  const given = { manifest, folder, vault: createVault(Buffer.alloc(32)), ...address }
  const { service } = await openConfiguration(given)
  const { port } = await service.listen(0)
  t.after(() => service.close())
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}/resources${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      headers: {
        authorization: basicAuth({ id: manifest.id, password }),
        'content-type': 'application/json',
      },
    })
    const told = (await answer.json()) as { id: string; config: Record<string, string> }
    return { status: answer.status, body: told }
  }
}

test('configuration provider: an owner replaces all values at once, and they are stored', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-configuration-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const call = await openIn(t, folder)
  const { body: made } = await call('POST', '', order)
  assert.match(made.id, /^config_[0-9a-f-]{36}$/)
  assert.deepEqual(made.config, {})
  const env = `/${made.id}/env`
  await call('PUT', env, { config: { ONE: '1', TWO: '2' } })
  const config = { TWO: 'two', 'three.x-y': '' }
  assert.deepEqual(await call('PUT', env, { config }), { status: 200, body: { config } })
  const again = await openIn(t, folder)
  assert.deepEqual((await again('POST', '', order)).body.config, config)
  assert.equal((await again('DELETE', `/${made.id}`)).status, 200)
  assert.equal((await again('PUT', env, { config })).status, 410)
})

test('configuration provider: an invalid variable is rejected, and changes nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-configuration-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const call = await openIn(t, folder)
  const { body: made } = await call('POST', '', order)
  const env = `/${made.id}/env`
  for (const config of [{ 'a b': '1' }, { A: 1 }, [], 'A=1', { A: 'x\0' }])
    assert.equal((await call('PUT', env, { config })).status, 400, JSON.stringify(config))
  assert.deepEqual((await call('POST', '', order)).body.config, {})
  assert.equal((await call('GET', env)).status, 405)
  assert.equal((await call('PUT', '/nobody/env', { config: {} })).status, 404)
})
