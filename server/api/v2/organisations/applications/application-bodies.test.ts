import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

/** Application bodies with empty fields and with unsupported ones. */
let api: TestApi
let client: Client
let list: string

before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
  list = `/v2/organisations/${api.account.organisationId}/applications`
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

// biome-ignore lint/suspicious/noExplicitAny: records are compared as they are on the wire
type Wire = any

const ask = (method: 'POST' | 'PUT', path: string, body: unknown) =>
  client.ask<Wire>({ method, path, body })
const minimal = { name: 'web', instanceType: 'node' }
const optional = [
  ...['description', 'branch', 'minFlavor', 'maxFlavor', 'buildFlavor', 'minInstances'],
  ...['maxInstances', 'separateBuild', 'stickySessions', 'homogeneous', 'cancelOnPush'],
  ...['favourite', 'archived', 'forceHttps', 'instanceLifetime', 'zone', 'instanceVariant'],
  ...['instance', 'env', 'oauthService', 'oauthApp', 'oauthAppId', 'githubApp', 'deploy'],
  ...['publicGitRepositoryUrl', 'applianceId', 'shutdownable', 'webhookUrl', 'tags'],
]

test('application body: empty fields equal absent ones at creation', async () => {
  const facts = ({
    name,
    description,
    zone,
    instance,
    separateBuild,
    buildFlavor,
    ...it
  }: Wire) => ({
    name,
    description,
    zone,
    instance,
    separateBuild,
    buildFlavor,
    branch: it.branch,
    forceHttps: it.forceHttps,
    env: it.env,
    archived: it.archived,
  })
  const absent = facts(await ask('POST', list, minimal))
  for (const nothing of ['', null]) {
    const given = Object.fromEntries(optional.map((name) => [name, nothing]))
    assert.deepEqual(facts(await ask('POST', list, { ...given, ...minimal })), absent)
  }
  assert.equal(absent.separateBuild, false)
})

test('application body: empty fields change nothing, except for the description, which is cleared', async () => {
  const body = { ...minimal, minFlavor: 'S', maxFlavor: 'M', description: 'shop', branch: 'main' }
  const { id } = await ask('POST', list, body)
  const given = Object.fromEntries(optional.map((name) => [name, '']))
  const kept = await ask('PUT', `${list}/${id}`, { ...given, name: '', description: null })
  const { minFlavor, maxFlavor } = kept.instance
  assert.deepEqual(
    [kept.name, kept.branch, minFlavor.name, maxFlavor.name, kept.description],
    ['web', 'main', 'S', 'M', 'shop'],
  )
  assert.equal((await ask('PUT', `${list}/${id}`, { description: '' })).description, '')
})

for (const [field, value] of Object.entries({
  deploy: 'ftp',
  oauthService: 'github',
  oauthApp: { owner: 'o', name: 'n' },
  oauthAppId: '1',
  githubApp: { id: '1' },
  publicGitRepositoryUrl: 'https://git.example.test/r.git',
  applianceId: 'a',
  shutdownable: true,
  webhookUrl: 'https://hook.example.test/',
})) {
  test(`application body: ${field} is refused with a message, because it is not supported`, async () => {
    const refused = { status: 400, message: new RegExp(`${field} is not supported: \\w+`) }
    await assert.rejects(ask('POST', list, { ...minimal, [field]: value }), refused)
    const { id } = await ask('POST', list, { ...minimal, deploy: 'git' })
    await assert.rejects(ask('PUT', `${list}/${id}`, { [field]: value }), refused)
  })
}
