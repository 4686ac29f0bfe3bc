import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'
import { describeProvider, pushManifest, replaceManifest } from './push-manifest.ts'

let setup: TestPlatform
let ownerId: OwnerId
before(async () => {
  setup = await openTestPlatform()
  ownerId = setup.account.organisationId
})
after(() => setup[Symbol.asyncDispose]())

const push = (manifest: unknown) => pushManifest(setup.platform, { ownerId, manifest })

test('push manifest: a first push creates a provider only its organisation sees; unknown keys are kept', async () => {
  const manifest = { ...newManifest('crow'), shortDesc: 'Caws', cli_plugin_name: 'crow' }
  const { provider, warnings } = await push(manifest)
  assert.deepEqual([provider.id, provider.ownerId, provider.stage], ['crow', ownerId, 'ALPHA'])
  assert.deepEqual(
    [provider.presentation.name, provider.presentation.shortDesc, provider.presentation.website],
    ['The crow', 'Caws', ''],
  )
  assert.deepEqual(warnings, [])
  assert.deepEqual(await setup.platform.store.providers.find('crow'), provider)
  assert.deepEqual(provider.manifest, manifest)
})

test('push manifest: without regions it is refused, as the specification says', async () => {
  const { api, ...rest } = newManifest('gull')
  const { regions: _, ...others } = api
  await assert.rejects(push({ ...rest, api: others }), {
    kind: 'invalid',
    message: /api\.regions: Give a list of regions that contains 'eu'/,
  })
})

test('push manifest: all problems are reported at once, by path, without secrets', async () => {
  const { api } = newManifest('Big Bird')
  const wrong = {
    id: 'Big Bird',
    name: 7,
    website: 'not a url',
    supportEmail: 'nobody',
    api: { ...api, config_vars: ['url'], regions: ['us'], password: '' },
  }
  await assert.rejects(push(wrong), (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.kind, 'invalid')
    assert.deepEqual(Object.keys(error.details.fields ?? {}).sort(), [
      ...['api.config_vars[0]', 'api.password', 'api.regions'],
      ...['id', 'name', 'supportEmail', 'website'],
    ])
    for (const path of Object.keys(error.details.fields ?? {}))
      assert.ok(error.message.includes(path), path)
    assert.ok(!error.message.includes(api.sso_salt))
    return true
  })
  for (const odd of [null, 'text', [], 7, {}]) await assert.rejects(push(odd), { kind: 'invalid' })
})

test('push manifest: a short secret is a warning', async () => {
  const short = newManifest('wren', { password: 'only-twenty-characters' })
  assert.deepEqual(
    (await push(short)).warnings.map(({ path }) => path),
    ['api.password'],
  )
})

test('push manifest: variables withheld from linked applications are a warning', async () => {
  const { warnings } = await push(
    newManifest('node', { config_vars: ['NODE_URL', 'NODE_OPTIONS'] }),
  )
  assert.deepEqual(
    warnings.map(({ path }) => path),
    ['api.config_vars[0]', 'api.config_vars[1]'],
  )
})

test('push manifest: an id is unique across owners, and the refusal does not reveal its owner', async () => {
  const { platform } = setup
  const user = await platform.store.users.findByEmail(setup.account.email)
  const other = await createOrganisation(platform, user?.id ?? 'user_nobody', { name: 'Others' })
  await push(newManifest('magpie'))
  await assert.rejects(
    pushManifest(platform, { ownerId: other.id, manifest: newManifest('magpie') }),
    { kind: 'conflict', message: 'The id magpie is taken: choose another one.' },
  )
  const results = await Promise.allSettled(
    [ownerId, other.id].map((id) =>
      pushManifest(platform, { ownerId: id, manifest: newManifest('robin') }),
    ),
  )
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(
    pushManifest(platform, { ownerId: 'orga_gone', manifest: newManifest('owl') }),
    { kind: 'missing' },
  )
})

test('push manifest: ids of well-known services are reserved for the platform', async () => {
  const manifest = newManifest('postgresql-addon')
  await assert.rejects(push(manifest), { kind: 'conflict', message: /is taken/ })
  const { provider } = await pushManifest(setup.platform, { ownerId: 'platform', manifest })
  assert.equal(provider.ownerId, 'platform')
})

test('push manifest: a second push changes the manifest but not the id; a name changed elsewhere stays', async () => {
  const { provider } = await push(newManifest('heron'))
  const named = await describeProvider(setup.platform, provider, {
    name: 'Herons',
    twitterName: null,
  })
  assert.equal(named.presentation.name, 'Herons')
  const again = newManifest('heron', { config_vars: ['HERON_URL', 'HERON_KEY'] })
  const { provider: pushed } = await push(again)
  assert.equal(pushed.presentation.name, 'Herons')
  assert.deepEqual(pushed.manifest.api.config_vars, ['HERON_URL', 'HERON_KEY'])
  const renamed = await replaceManifest(setup.platform, pushed, { ...again, name: 'Grey herons' })
  assert.equal(renamed.provider.presentation.name, 'Grey herons')
  await assert.rejects(replaceManifest(setup.platform, pushed, newManifest('stork')), {
    kind: 'invalid',
    message: /never changes.*heron/,
  })
})

test('push manifest: all fields of the description are validated at once', async () => {
  const { provider } = await push(newManifest('swift'))
  await assert.rejects(
    describeProvider(setup.platform, provider, {
      name: ' ',
      logoUrl: 'javascript:alert(1)',
      shortDesc: 'a\u202eb',
      openInNewTab: 'yes',
      ssoTimestampUnit: 'hours',
    }),
    (error) =>
      error instanceof Refusal &&
      Object.keys(error.details.fields ?? {})
        .sort()
        .join() === 'logoUrl,name,openInNewTab,shortDesc,ssoTimestampUnit',
  )
  const changed = await describeProvider(setup.platform, provider, {
    longDesc: 'One\nTwo',
    canUpgrade: false,
    ssoTimestampUnit: 'seconds',
    stage: 'RELEASE',
    ownerId: 'orga_1',
    id: 'other',
  })
  assert.deepEqual(await setup.platform.store.providers.find('swift'), changed)
  assert.deepEqual(
    [changed.canUpgrade, changed.timestampUnit, changed.stage, changed.ownerId],
    [false, 'seconds', 'ALPHA', ownerId],
  )
})

test('push manifest: a forbidden production URL is refused, a forbidden test URL is a warning', async () => {
  const providerClient = createProviderClient({ allowed: 'none', authorities: [] })
  const platform = { ...setup.platform, providerClient }
  const inside = { base_url: 'https://10.0.0.1/r', sso_url: 'https://swan.example/sso' }
  const outside = { base_url: 'https://swan.example/r', sso_url: 'https://swan.example/sso' }
  const local = { base_url: 'http://localhost:4000/r', sso_url: 'http://localhost:4000/sso' }
  const pushing = (production: object, test: object) =>
    pushManifest(platform, { ownerId, manifest: newManifest('swan', { production, test }) })
  await assert.rejects(
    pushing(inside, outside),
    /api\.production\.base_url: 10\.0\.0\.1 is a private/,
  )
  await assert.rejects(pushing(local, outside), /api\.production\.base_url/)
  const unopened = { ...outside, sso_url: 'https://swan.example:6000/sso' }
  await assert.rejects(
    pushing(unopened, outside),
    /api\.production\.sso_url: Browsers refuse to open port 6000/,
  )
  const { warnings } = await pushing(outside, local)
  assert.deepEqual(
    warnings.map(({ path }) => path),
    ['api.test.base_url'],
  )
})
