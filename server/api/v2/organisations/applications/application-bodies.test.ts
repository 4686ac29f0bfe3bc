import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { newId } from '#kit/text/ids.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
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
const read = (path: string) => client.ask<Wire>({ method: 'GET', path })
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
  oauthAppId: '1',
  githubApp: { id: '1' },
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

test('application body: one that names a public repository is connected to it, and its branches are listed', async () => {
  await using host = await openGitHost()
  const commit = await host.create('shop', { 'package.json': '{}' })
  await host.git('shop', 'push', '--quiet', 'origin', 'HEAD:refs/heads/next')
  const publicGitRepositoryUrl = host.urlOf('shop')
  const made = await ask('POST', list, { ...minimal, publicGitRepositoryUrl })
  assert.equal(made.branch, 'main')
  const one = { id: made.id, ownerId: api.account.organisationId }
  assert.equal((await client.connectedRepository.get(one)).url, publicGitRepositoryUrl)
  assert.deepEqual(await read(`${list}/${made.id}/branches`), ['main', 'next'])
  await ask('PUT', `${list}/${made.id}/branch`, { branch: 'next' })
  assert.equal((await client.connectedRepository.get(one)).branch, 'next')
  assert.match(commit, /^[0-9a-f]{40}$/)
  const { id } = await ask('POST', list, minimal)
  assert.deepEqual(await read(`${list}/${id}/branches`), ['master'])
})

test('application body: oauthApp names a repository at the GitHub that the operator has registered', async () => {
  await using host = await openGitHost()
  await host.create('team/shop', { 'package.json': '{}' })
  await api.platform.store.gitHosts.add({
    id: newId('githost'),
    kind: 'github',
    name: 'GitHub',
    url: host.url,
    apiUrl: host.url,
    sshPort: 22,
    token: null,
    tokenUse: 'deploy-keys',
    isFromSettings: false,
    createdAt: 1,
  })
  const oauthApp = { owner: 'team', name: 'shop' }
  const made = await ask('POST', list, { ...minimal, oauthService: 'github', oauthApp })
  const one = { id: made.id, ownerId: api.account.organisationId }
  assert.equal((await client.connectedRepository.get(one)).url, `${host.url}/team/shop`)
  assert.match(
    made.deployment.httpUrl,
    new RegExp(`/${made.id}\\.git$`),
    'pushes still go to Berth',
  )
})

test('application body: nothing is created for a repository that cannot be read or is not one', async () => {
  await using host = await openGitHost()
  await host.create('shop', { 'package.json': '{}' })
  const before = (await read(list)).length
  const refused: [body: object, message: RegExp][] = [
    [{ publicGitRepositoryUrl: host.urlOf('none') }, /does not exist, or is private/],
    [{ publicGitRepositoryUrl: 'https://10.0.0.1/a/b' }, /must not connect to/],
    [{ publicGitRepositoryUrl: host.urlOf('shop'), branch: 'none' }, /has no branch none/],
    [
      { oauthService: 'github', oauthApp: { owner: '..', name: 'a/b' } },
      /give its owner and its name/,
    ],
    [{ oauthService: 'gitea' }, /oauthService/],
  ]
  for (const [body, message] of refused) {
    await assert.rejects(ask('POST', list, { ...minimal, ...body }), { message })
  }
  assert.equal((await read(list)).length, before)
  const { id } = await ask('POST', list, minimal)
  const change = { oauthApp: { owner: 'o', name: 'n' } }
  await assert.rejects(ask('PUT', `${list}/${id}`, change), { message: /berth connect/ })
})

test('GitHub: no account is linked, which its clients know by the id 7301', async () => {
  await assert.rejects(read('/v2/github/applications'), { status: 404, code: 7301 })
})
