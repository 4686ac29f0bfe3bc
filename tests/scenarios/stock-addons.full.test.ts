import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { type OddProvider, openOddProvider } from '#tests/support/providers/odd-provider.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** Add-ons with the unmodified stock client, and a provider's service that is really called. */
let berth: TestBerth
let service: OddProvider
let web: Project
let api: Project

before(async () => {
  service = await openOddProvider()
  berth = await TestBerth.start()
  await offer('pigeon', {})
  await offer('falcon', { versions: ['2', '1'], options: ['encryption'] })
  web = await Project.create(berth, 'web', 'hello')
  api = await Project.create(berth, 'api')
})
after(async () => {
  for (const project of [web, api]) await project[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

async function offer(id: string, more: object) {
  const { organisationId } = berth.admin
  const path = `/v2/organisations/${organisationId}/addonproviders`
  const urls = { base_url: service.url, sso_url: service.url.replace('resources', 'sso') }
  const secrets = { password: `${id} ${'p'.repeat(40)}`, sso_salt: `${id} ${'s'.repeat(40)}` }
  const { client } = berth
  await client.ask({
    method: 'POST',
    path,
    body: {
      id,
      name: `${id} house`,
      api: {
        config_vars: [`${id.toUpperCase()}_URL`],
        regions: ['eu'],
        ...secrets,
        ...more,
        production: { base_url: 'https://x.test/r', sso_url: 'https://x.test/s' },
        test: urls,
      },
    },
  })
  for (const [slug, price] of [
    ['big', 20],
    ['dev', 0],
  ]) {
    const features = [{ name: 'Type', type: 'BOOLEAN_SHARED', value: 'Shared' }]
    const body = { name: String(slug).toUpperCase(), slug, price, features }
    await client.ask({ method: 'POST', path: `${path}/${id}/plans`, body })
  }
}

async function ok(project: Project, ...args: string[]) {
  const ran = await project.clever(...args, '--no-update-notifier')
  assert.equal(ran.code, 0, `clever ${args.join(' ')}:\n${ran.output}`)
  return ran.stdout
}
const parsed = async (project: Project, ...args: string[]) =>
  JSON.parse(await ok(project, ...args, '--format', 'json'))
const inOrg = () => ['--org', berth.admin.organisationId]
const bodies = () =>
  service.visits.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('stock client: applications to link to are created', async () => {
  for (const [project, name] of [
    [web, 'web'],
    [api, 'api'],
  ] as const)
    await ok(project, 'create', '--type', 'node', name, '--region', 'par', ...inOrg())
})

test('stock client: addon providers are listed and shown', async () => {
  const providers = await parsed(web, 'addon', 'providers', ...inOrg())
  const ids = providers.map(({ id }: { id: string }) => id)
  assert.ok(ids.includes('falcon') && ids.includes('pigeon'), ids)
  const shown = await ok(web, 'addon', 'providers', 'show', 'falcon', ...inOrg())
  assert.match(shown, /falcon house/)
  assert.match(shown, /dev/)
})

test('stock client: addon create without a plan orders the cheapest, in the given zone', async () => {
  const said = await ok(web, 'addon', 'create', 'pigeon', 'loft', '--region', 'par', ...inOrg())
  assert.match(said, /Add-on created successfully!\nID: addon_[0-9a-f-]{36}\nReal ID: r-/)
  const { plan, region, owner_id, addon_id, callback_url } = bodies().at(-1)
  assert.deepEqual([plan, region, owner_id], ['dev', 'EU', berth.admin.organisationId])
  assert.ok(callback_url.endsWith(`/v2/vendor/apps/${addon_id}`), callback_url)
})

test('stock client: addon create takes a plan, a version, an option and a link', async () => {
  service.behave((visited, honest) => {
    const { status, body } = honest()
    const { id, message } = body as { id: string; message: string }
    const config = { FALCON_URL: `falcon://${visited.body.options.version}` }
    return { status, body: visited.method === 'POST' ? { id, message, config } : body }
  })
  const said = await ok(
    ...([web, 'addon', 'create', 'falcon', 'mews', '--plan', 'BIG', '--link', 'web'] as const),
    ...['--addon-version', '2', '--option', 'encryption=enabled', '--yes'],
  )
  assert.match(said, /created and linked to application web successfully/)
  const { plan, options } = bodies().at(-1)
  assert.deepEqual([plan, options], ['big', { version: '2', encryption: 'true' }])
  service.behave()
})

test("stock client: a provider's refusal is shown with its message", async () => {
  service.behave(() => ({ status: 503, body: { message: 'no room left' } }))
  const ran = await web.clever('addon', 'create', 'pigeon', 'none', ...inOrg())
  assert.equal(ran.code, 1)
  assert.match(ran.output, /no room left/)
  service.behave()
})

test('stock client: addon list, env and rename, and env of the application', async () => {
  const all = await parsed(web, 'addon', 'list', ...inOrg())
  assert.deepEqual(all.map(({ name }: { name: string }) => name).sort(), ['loft', 'mews'])
  const mews = all.find(({ name }: { name: string }) => name === 'mews')
  assert.match(await ok(web, 'addon', 'env', mews.addonId), /FALCON_URL="falcon:\/\/2"/)
  await ok(web, 'addon', 'rename', 'mews', 'tower', ...inOrg())
  assert.match(await ok(web, 'env'), /# Addon tower\nFALCON_URL="falcon:\/\/2"/)
})

test('stock client: service links and unlinks add-ons and applications', async () => {
  await ok(web, 'service', 'link-addon', 'loft')
  await ok(web, 'service', 'link-app', 'api')
  const { addons, applications } = await parsed(web, 'service')
  assert.deepEqual(addons.map(({ name }: { name: string }) => name).sort(), ['loft', 'tower'])
  assert.deepEqual(
    applications.map(({ name }: { name: string }) => name),
    ['api'],
  )
  const circle = await api.clever('service', 'link-app', 'web')
  assert.equal(circle.code, 1)
  assert.match(circle.output, /api → web → api/)
  await ok(web, 'service', 'unlink-app', 'api')
  await ok(web, 'service', 'unlink-addon', 'loft')
  const all = await parsed(web, 'service', '--show-all')
  assert.equal(all.addons.find(({ name }: { name: string }) => name === 'loft').isLinked, false)
})

test('stock client: published-config is set, removed and imported', async () => {
  await ok(api, 'published-config', 'set', 'API_URL', 'http://api.test')
  await ok(api, 'published-config', 'set', 'GONE', 'soon')
  await ok(api, 'published-config', 'rm', 'GONE')
  assert.match(await ok(api, 'published-config'), /API_URL="http:\/\/api\.test"/)
  const variables = 'API_URL="http://two.test"\nAPI_KEY=k\n'
  const imported = await api.cleverAnew(['published-config', 'import'], variables)
  assert.equal(imported.code, 0, imported.output)
  assert.doesNotMatch(await ok(api, 'env'), /API_URL/, 'what it exposes is not its own')
})

test('stock client: a running application has the variables, and restarts when they change', async () => {
  await web.write({ 'server.js': tellsVariables })
  await web.commit('Tells its variables')
  await ok(web, 'env', 'set', 'MINE', 'own')
  await ok(web, 'service', 'link-app', 'api')
  await ok(web, 'deploy')
  assert.deepEqual(await told(), {
    MINE: 'own',
    FALCON_URL: 'falcon://2',
    API_URL: 'http://two.test',
    API_KEY: 'k',
  })
  await ok(api, 'published-config', 'set', 'API_URL', 'http://three.test')
  await until(async () => (await told()).API_URL === 'http://three.test', {
    timeout: 300_000,
    every: 300,
    what: 'the restart with the new value',
  })
})

async function told(): Promise<Record<string, string>> {
  const applications = await berth.client.applications.list(berth.admin.organisationId)
  const { id } = applications.find(({ name }) => name === 'web') ?? assert.fail('no web')
  const host = `${id.replace('_', '-')}.localhost`
  return JSON.parse((await visit(berth.addresses.visitors.http, host)).body)
}

test('stock client: addon delete removes it at the provider and from the applications', async () => {
  await ok(web, 'addon', 'delete', 'tower', '--yes', ...inOrg())
  await ok(web, 'addon', 'delete', 'loft', '--yes', ...inOrg())
  assert.equal(service.resources.size, 0)
  assert.deepEqual(await parsed(web, 'addon', 'list', ...inOrg()), [])
  assert.deepEqual((await parsed(web, 'service')).addons, [])
})

const tellsVariables = `
import { createServer } from 'node:http'
const { MINE, FALCON_URL, API_URL, API_KEY } = process.env
createServer((request, response) => {
  response.end(JSON.stringify({ MINE, FALCON_URL, API_URL, API_KEY }))
}).listen(8080, '0.0.0.0')
`
