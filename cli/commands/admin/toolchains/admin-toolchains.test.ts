import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

const recipeWith = (version: string) => JSON.stringify({ tools: [{ name: 'node', version }] })

async function openStage() {
  const api = await openTypedApi()
  api.platform.policies.operators = [api.account.email]
  return api
}

/** An application that runs on this release of Node, and whose next deployment gets `next`. */
async function deployed(api: TypedApi, name: string, version: string, next: string) {
  const application = await api.application({ environment: { RECIPE: recipeWith(version) } })
  await api.platform.store.applications.change(application.id, { name })
  await api.deploy(application, commitOf('1'))
  await setVariable(api.platform, application, 'RECIPE', recipeWith(next))
  return application
}

test('berth admin toolchains: are for operators only', async () => {
  await using api = await openTypedApi()
  for (const words of [
    '',
    ' refresh',
    ' fetch node 22',
    ' remove node 22.20.0',
    ' outdated',
    ' redeploy',
  ]) {
    const { code, err } = await api.type(`admin toolchains${words}`)
    assert.equal(code, 1, words)
    assert.match(err, /operator/)
  }
})

test('berth admin toolchains: lists downloaded tools and the age of the catalogue', async () => {
  await using api = await openStage()
  const { code, out } = await api.type('admin toolchains')
  assert.equal(code, 0)
  assert.match(out, /The catalogue of tools is of 2026-11-18 00:00 UTC/)
  assert.match(out, /node 22\.20\.0 .* used 2026-11-17 {2}ends 2027-04-30 {2}22\.23\.3 is newer/)
  const { out: json } = await api.type('admin toolchains list --format json')
  assert.equal(JSON.parse(json).catalogue.origin, 'shipped')
})

test('berth admin toolchains refresh: asks the registry, and is in the audit log', async () => {
  await using api = await openStage()
  const { code, out } = await api.type('admin toolchains refresh')
  assert.equal(code, 0)
  assert.match(out, /\(refreshed\)/)
  const { email } = api.account
  const user = await api.platform.store.users.findByEmail(email)
  const entries = await api.platform.store.audit.listOf(user?.id ?? assert.fail(), { limit: 5 })
  assert.equal(entries[0]?.action, 'platform.refresh-toolchains')
})

test('berth admin toolchains refresh: says why the catalogue stays as it was', async () => {
  await using api = await openStage()
  api.platform.toolchains.refresh = () => Promise.reject(new Error('the registry answered 503'))
  const { code, err } = await api.type('admin toolchains refresh')
  assert.equal(code, 1)
  assert.match(err, /stays as it was: the registry answered 503/)
})

test('berth admin toolchains fetch: names what is there now, and remove takes it away', async () => {
  await using api = await openStage()
  const { code, out, err } = await api.type('admin toolchains fetch node 22')
  assert.equal(code, 0, err)
  assert.match(out, /node 22\.23\.3 is there/)
  const { err: unknown } = await api.type('admin toolchains fetch cobol 85')
  assert.match(unknown, /There is no such tool/)
  assert.match(
    (await api.type('admin toolchains remove node 22.20.0')).out,
    /node 22\.20\.0 is removed/,
  )
  const again = await api.type('admin toolchains remove node 22.20.0')
  assert.equal(again.code, 1)
  assert.match(again.err, /This server has no node 22\.20\.0/)
})

test('berth admin toolchains outdated: names what the next deployment gets', async () => {
  await using api = await openStage()
  await deployed(api, 'pinned', '22.20.0', '22.20.0')
  await deployed(api, 'old', '18.20.8', '24.21.0')
  await deployed(api, 'current', '22.23.3', '22.23.3')
  const { out } = await api.type('admin toolchains outdated')
  assert.match(
    out,
    /^old .* node 18\.20\.8, its line ended on 2025-04-30, the next deployment gets 24\.21\.0$/m,
  )
  assert.match(
    out,
    /^pinned .* 22\.23\.3 is newer, 22\.22\.0 mends known weaknesses, the next deployment gets the same$/m,
  )
  assert.doesNotMatch(out, /current/)
})

test('berth admin toolchains redeploy: deploys those that get another tool, and only those', async () => {
  await using api = await openStage()
  const pinned = await deployed(api, 'pinned', '22.20.0', '22.20.0')
  const old = await deployed(api, 'old', '22.20.0', '22.23.3')
  const { code, out } = await api.type('admin toolchains redeploy')
  assert.equal(code, 0, out)
  assert.match(out, /1\/1 old is live\.\n1 deployed, 0 failed, 0 not begun\./)
  const { store } = api.platform
  assert.equal((await store.deployments.listOf(pinned.id, { limit: 5 })).length, 1)
  const [newest] = await store.deployments.listOf(old.id, { limit: 1 })
  assert.equal(newest?.state, 'live')
  assert.equal(
    (await store.releases.find(newest?.id ?? 'deployment_'))?.recipe.tools[0]?.version,
    '22.23.3',
  )
  assert.match(
    (await api.type('admin toolchains redeploy')).out,
    /No application would get another/,
  )
})

test('berth admin toolchains redeploy: --stop and --follow need one that was begun', async () => {
  await using api = await openStage()
  const { code, err } = await api.type('admin toolchains redeploy --stop')
  assert.equal(code, 1)
  assert.match(err, /Nothing was deployed again yet/)
  assert.equal((await api.type('admin toolchains redeploy --follow')).code, 1)
  await deployed(api, 'old', '22.20.0', '22.23.3')
  assert.equal((await api.type('admin toolchains redeploy')).code, 0)
  const { out } = await api.type('admin toolchains redeploy --follow')
  assert.match(out, /1\/1 old is live\.\n1 deployed, 0 failed, 0 not begun\./)
})

test('berth admin toolchains: names of tenants cannot steer the terminal of an operator', async () => {
  await using api = await openStage()
  await deployed(api, 'old\u001b]0;title\u0007', '22.20.0', '22.23.3')
  for (const verb of ['outdated', 'redeploy']) {
    const { code, out } = await api.type(`admin toolchains ${verb}`)
    assert.equal(code, 0, out)
    assert.match(out, /old/)
    assert.doesNotMatch(out, /[\u001b\u0007]/, verb)
  }
})

test('berth admin toolchains redeploy: begins no further one after a failure', async () => {
  await using api = await openStage()
  for (const name of ['one', 'two']) {
    const application = await deployed(api, name, '22.20.0', '22.23.3')
    await setVariable(api.platform, application, 'CC_HEALTH_CHECK_PATH', 'no path')
  }
  const { code, out } = await api.type('admin toolchains redeploy --concurrency 1')
  assert.equal(code, 1)
  assert.match(out, /0 deployed, 1 failed, 1 not begun\./)
  const { code: wrong } = await api.type('admin toolchains redeploy --concurrency none')
  assert.equal(wrong, 1)
})

test('deployment log: a release of Node that is outdated is named', async () => {
  await using api = await openStage()
  const application = await deployed(api, 'old', '22.20.0', '22.20.0')
  const said = await api.lines(application.id)
  assert.ok(
    said.includes(
      'Node 22.20.0 has known weaknesses, which 22.22.0 mends. 22.23.3 is the newest release of its line.',
    ),
  )
  const younger = await deployed(api, 'younger', '22.22.0', '22.22.0')
  const lines = await api.lines(younger.id)
  assert.ok(lines.includes('Node 22.22.0 is outdated: 22.23.3 is the newest release of its line.'))
})
