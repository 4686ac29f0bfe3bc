import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import { aConsumer, somebody, tokenOf } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'

let api: TestApi
let client: Client
let owner: `orga_${string}`
before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
  owner = api.account.organisationId
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

const hasStatus = (status: number) => (error: unknown) =>
  error instanceof ApiError && error.status === status

test('manifest: is read without its secrets, which stay unless new ones are written', async () => {
  const { providers } = client
  await providers.push(owner, newManifest('swift'))
  const read = async () => (await api.platform.store.providers.find('swift'))?.manifest.api
  const before = (await read()) ?? assert.fail('there is no such provider')
  const shown = await providers.manifest(owner, 'swift')
  assert.doesNotMatch(JSON.stringify(shown), new RegExp(`${before.password}|${before.sso_salt}`))
  const urls = { base_url: 'https://swift.test/resources', sso_url: 'https://swift.test/sso' }
  const shownApi = shown.api as Record<string, unknown>
  const changed = { ...shown, api: { ...shownApi, production: urls } }
  assert.equal((await providers.checkManifest(owner, 'swift', changed)).valid, true)
  await providers.replaceManifest(owner, 'swift', changed)
  assert.deepEqual(await read(), { ...before, production: urls })
  const password = 'another password of at least thirty-two letters'
  const rotated = { ...changed, api: { ...changed.api, password } }
  await providers.replaceManifest(owner, 'swift', rotated)
  assert.deepEqual(await read(), { ...before, production: urls, password })
})

test('manifest: the id stays, and what is no manifest is told by field', async () => {
  const { providers } = client
  const other = { ...(await providers.manifest(owner, 'swift')), id: 'other' }
  const { valid, problems } = await providers.checkManifest(owner, 'swift', other)
  assert.deepEqual([valid, problems[0]?.path], [false, 'id'])
  await assert.rejects(providers.replaceManifest(owner, 'swift', other), hasStatus(400))
  for (const wrong of [{}, [], 'text', { id: 'swift', api: [] }]) {
    assert.equal((await providers.checkManifest(owner, 'swift', wrong)).valid, false)
    await assert.rejects(providers.replaceManifest(owner, 'swift', wrong), hasStatus(400))
  }
})

test('secret of a consumer: the new one signs, the old one does not', async () => {
  const { id: userId } = await client.self.get()
  const consumer = await aConsumer(api, owner, ['access_personal_information'])
  const { token, secret } = await tokenOf(api, userId as `user_${string}`, { consumer })
  const as = (consumerSecret: string) => {
    const credentials = { consumerKey: consumer.key, consumerSecret, token, secret }
    return createClient({ api: api.url, credentials })
  }
  const [old, rotated] = [
    as(consumer.secret),
    await client.consumers.rotateSecret(owner, consumer.key),
  ]
  assert.notEqual(rotated.secret, consumer.secret)
  assert.deepEqual(await client.consumers.secret(owner, consumer.key), rotated)
  await assert.rejects(old.self.get(), hasStatus(401))
  const fresh = as(rotated.secret)
  assert.equal((await fresh.self.get()).id, userId)
  for (const one of [old, fresh]) one.close()
})

test('audit: targets that the owner has are named, those of others are not', async () => {
  const application = await api.application()
  await client.environment.set(application, { name: 'GREETING', value: 'x' })
  const [entry] = await client.audit.listNamed(owner, { limit: 1 })
  assert.equal(entry?.target, `${application.id} GREETING`)
  assert.deepEqual(entry?.targets, [
    { id: application.id, kind: 'application', name: application.name },
  ])
  const stranger = await somebody(api)
  await assert.rejects(client.members.remove(owner, stranger.id), hasStatus(404))
  const [refused] = await client.audit.listNamed(owner, { limit: 1 })
  assert.deepEqual([refused?.target, refused?.targets], [stranger.id, []])
  const leaver = await somebody(api, { role: 'DEVELOPER', organisationId: owner })
  await client.members.remove(owner, leaver.id)
  const [removed] = await client.audit.listNamed(owner, { limit: 1 })
  assert.deepEqual(
    removed?.targets.map(({ id, kind }) => [id, kind]),
    [[leaver.id, 'member']],
  )
  const { targets: _, commit: __, ...plain } = refused ?? assert.fail('nothing was written down')
  assert.deepEqual((await client.audit.list(owner, { limit: 2 }))[1], plain)
})

test('audit: a commit from a connected repository is told with its author and message', async () => {
  const application = await api.application()
  const { platform } = api
  const [known, unknown] = ['c', 'd'].map((digit) => digit.repeat(40)) as [string, string]
  const summary = { commit: known, author: 'Ada', message: 'Say b\n\nMore', date: 1 }
  await platform.store.commitSummaries.put(application.id, summary)
  for (const commit of [known, unknown]) {
    const credentialId = 'https://git.test/shop.git'
    await recordAction(
      platform,
      { userId: '', credential: 'connected repository', credentialId, rights: [] },
      {
        ownerId: owner,
        action: 'application.deploy-commit',
        target: `${application.id} ${commit}`,
        outcome: 'done',
        from: '',
      },
    )
  }
  const entries = await client.audit.listNamed(owner, { limit: 2 })
  // Entries of the same millisecond are in no particular order.
  const commitOf = (commit: string) =>
    entries.find(({ target }) => target === `${application.id} ${commit}`)?.commit
  assert.equal(commitOf(unknown), null)
  assert.deepEqual(commitOf(known), { author: 'Ada', message: 'Say b\n\nMore', url: null })
})
