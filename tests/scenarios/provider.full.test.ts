import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient } from '#client/client.ts'
import type { Offer } from '#client/resources/marketplace/providers.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'

/** An organisation creates a provider with the CLI, and the operator releases it. */
let berth: TestBerth
let service: Project
before(async () => {
  berth = await TestBerth.start({ BERTH_ENGINE: 'memory' })
  service = await Project.create(berth, 'provider')
  for (const words of [
    ['login', '--local', '--data', berth.data],
    ['organisations', 'create', 'Lofts'],
    ['organisations', 'create', 'Customers'],
  ])
    await ok(...words)
})
after(() => berth?.[Symbol.asyncDispose]())

async function ok(...words: string[]): Promise<string> {
  const { code, output } = await service.berth(...words)
  assert.equal(code, 0, `${words.join(' ')}: ${output}`)
  return output
}

async function offeredTo(org: string): Promise<string[]> {
  const { organisations } = await berth.client.summary.get()
  const orgaId = organisations.find(({ name }) => name === org)?.id
  const [known, unknown] = await Promise.all(
    [berth.client, createClient({ api: berth.addresses.api })].map((client) =>
      client.ask<Offer[]>({
        method: 'GET',
        path: '/v2/products/addonproviders',
        query: { orgaId },
      }),
    ),
  )
  const public_ = (unknown ?? []).map(({ id }) => `public ${id}`)
  return [...(known ?? []).map(({ id }) => id), ...public_].filter((id) => /pigeon|raven/.test(id))
}

test('provider: a manifest is written, pushed and given a plan; only its organisation sees it', async () => {
  await ok(
    ...['provider', 'init', '--id', 'pigeon', '--name', 'Pigeons'],
    ...['--base-url', 'https://pigeon.example.org/resources'],
  )
  assert.match(await ok('provider', 'check', 'manifest.json', '--org', 'Lofts'), /valid/)
  assert.match(await ok('provider', 'push', 'manifest.json', '--org', 'Lofts'), /Created pigeon/)
  assert.deepEqual(await offeredTo('Lofts'), [])
  await ok('provider', 'plans', 'add', 'pigeon', 'dev', '--price', '0')
  assert.deepEqual(await offeredTo('Lofts'), ['pigeon'])
  assert.deepEqual(await offeredTo('Customers'), [])
  assert.match(await ok('addon', 'providers', '--org', 'Lofts'), /pigeon/)
})

test('provider: testers see it in private beta, everyone after the operator has released it', async () => {
  const { organisations } = await berth.client.summary.get()
  const { id = '' } = organisations.find(({ name }) => name === 'Customers') ?? {}
  await ok('provider', 'testers', 'add', 'pigeon', id)
  assert.deepEqual(await offeredTo('Customers'), [])
  await ok('provider', 'stage', 'pigeon', 'BETA_PRIV')
  assert.deepEqual(await offeredTo('Customers'), ['pigeon'])
  await ok('provider', 'stage', 'pigeon', 'RELEASE')
  assert.deepEqual(await offeredTo('Customers'), ['pigeon', 'public pigeon'])
  assert.match(await ok('provider', 'list', '--all'), /pigeon +Pigeons +RELEASE +1 plan/)
})

test('provider: no secret of a manifest is stored in plaintext, and a restart changes nothing', async () => {
  const manifest = JSON.parse(await readFile(join(service.folder, 'manifest.json'), 'utf8'))
  await berth.signal('SIGINT')
  const names = (await readdir(berth.data)).filter((name) => name.startsWith('berth.sqlite'))
  const files = await Promise.all(names.map((name) => readFile(join(berth.data, name))))
  assert.ok(files.some((bytes) => bytes.includes('pigeon')))
  for (const bytes of files)
    assert.ok(!bytes.includes(manifest.api.password) && !bytes.includes(manifest.api.sso_salt))
  assert.ok(!berth.output.includes(manifest.api.password))
  await berth.start()
  assert.deepEqual(await offeredTo('Customers'), ['pigeon', 'public pigeon'])
})

test('provider: POST and PUT of the whole manifest work, as Terraform sends them', async () => {
  const { user } = await berth.client.summary.get()
  const path = `/v2/organisations/${user.id}/addonproviders`
  const urls = { base_url: 'https://raven.example.org/r', sso_url: 'https://raven.example.org/s' }
  const manifest = {
    id: 'raven',
    name: 'Ravens',
    api: {
      config_vars: ['RAVEN_URL'],
      regions: ['eu'],
      production: urls,
      test: urls,
      password: 'a long secret of more than 35 characters',
      sso_salt: 'x1'.repeat(20),
    },
  }
  const { ask } = berth.client
  const made = await ask<Offer>({ method: 'POST', path, body: manifest })
  assert.deepEqual(
    [made.id, made.status, made.plans, made.regions],
    ['raven', 'ALPHA', [], ['par']],
  )
  const body = { ...manifest, name: 'Two ravens' }
  const changed = await ask<Offer>({ method: 'PUT', path: `${path}/raven`, body })
  assert.equal(changed.name, 'Two ravens')
  const shown = await ask<Offer>({ method: 'GET', path: `${path}/raven` })
  assert.equal(shown.name, 'Two ravens')
  assert.match(await ok('provider', 'delete', 'raven', '--yes'), /deleted/)
})
