import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import {
  checkNow,
  connectRepository,
  type WantedRepository,
} from '#platform/hosting/connected-repositories/connect.ts'
import { renewRepositoryWebhook } from '#platform/hosting/connected-repositories/webhooks/webhook.ts'
import { openGitHostApi } from '#tests/support/git-host/api/git-host-api.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { hostAccessOf } from './host-repository.ts'
import { moveHostWebhook, removeHostWebhook, renewHostWebhook } from './host-webhook.ts'
import { addGitHost, type WantedHost } from './register-host.ts'

const timeout = 120_000
const token = { by: 'token', token: 's3cret' } as const

/** A registered host of kind Gitea: git beside the API, and an application connected to its repository. */
async function openScene(host: Partial<WantedHost> = {}) {
  const setup = await openTestPlatform()
  const git = await openGitHost()
  const api = await openGitHostApi('gitea', 'shop')
  const { platform, account } = setup
  const { store } = platform
  const user = (await store.users.findByEmail(account.email)) ?? assert.fail()
  const url = new URL(git.urlOf('shop')).origin
  await addGitHost(platform, { kind: 'gitea', url, apiUrl: api.url, ...host })
  const first = await git.create('shop', { 'package.json': '{}' })
  const application = await setup.application()
  const connected = async () =>
    (await store.connectedRepositories.find(application.id)) ?? assert.fail()
  const connect = async (access: WantedRepository['access'] = token) => {
    const current = (await store.applications.find(application.id)) ?? assert.fail()
    const before = await store.connectedRepositories.find(application.id)
    const wanted = { url: git.urlOf('shop'), access }
    const made = await connectRepository(platform, current, wanted, user.id)
    await moveHostWebhook(platform, before, made)
    return made
  }
  const statuses = (count: number) =>
    until(async () => api.state.statuses.length >= count && api.state.statuses, {
      timeout,
      what: `${count} statuses`,
    })
  return {
    ...setup,
    git,
    api,
    first,
    application,
    connected,
    connect,
    statuses,
    store,
    async [Symbol.asyncDispose]() {
      await platform.statusWorker.close()
      await platform.repositoryWorker.close()
      await api[Symbol.asyncDispose]()
      await git[Symbol.asyncDispose]()
      await setup[Symbol.asyncDispose]()
    },
  }
}

test('Git host: a webhook is made with the token of the connection, renewed, and removed', async () => {
  await using scene = await openScene()
  const { platform, application, api, store } = scene
  await scene.connect()
  const webhook = await store.repositoryWebhooks.find(application.id)
  const [hook] = api.state.hooks
  assert.equal(hook?.secret, webhook?.secret)
  assert.ok(hook?.url.endsWith(`/v4/berth/repository-webhooks/${application.id}`))
  assert.equal((await store.hostWebhooks.find(application.id))?.hookId, hook?.id)
  const { secret } = await renewRepositoryWebhook(platform, application.id)
  await renewHostWebhook(platform, await scene.connected())
  assert.deepEqual(
    api.state.hooks.map((each) => each.secret),
    [secret],
  )
  assert.equal(await removeHostWebhook(platform, await scene.connected()), '')
  assert.deepEqual(api.state.hooks, [])
  assert.equal(await store.hostWebhooks.find(application.id), undefined)
})

test('Git host: a repository is connected even where its webhook cannot be made, and why is kept', async () => {
  await using scene = await openScene()
  scene.api.intercept = () => ({ status: 403 })
  await scene.connect()
  const webhook = await scene.store.hostWebhooks.find(scene.application.id)
  assert.equal(webhook?.hookId, null)
  assert.match(webhook?.problem ?? '', /does not let the token do this \(403\)/)
})

test('Git host: its token is for repositories with the deploy key, unless the operator says for all', async () => {
  await using scene = await openScene({ token: 's3cret' })
  const { platform, api, store } = scene
  const tokenFor = async (change: object) => {
    const access = await hostAccessOf(platform, { ...(await scene.connected()), ...change })
    return access?.repository.token
  }
  await scene.connect({ by: 'nobody' })
  assert.deepEqual(api.state.hooks, [])
  assert.equal(await tokenFor({}), null)
  const publicKey = 'ssh-ed25519 AAAA berth'
  const access = { by: 'deploy-key', publicKey, privateKey: 'x' } as const
  assert.equal(await tokenFor({ access }), null)
  api.state.keys = ['ssh-ed25519 AAAA']
  assert.equal(await tokenFor({ access }), 's3cret')
  assert.equal(await tokenFor({ access, checkedAt: null }), null)
  assert.equal(await tokenFor({ access: { ...token, user: 'x', token: 'own' } }), 'own')
  const [host] = await store.gitHosts.list()
  await store.gitHosts.change(host?.id ?? assert.fail(), { tokenUse: 'all' })
  assert.equal(await tokenFor({}), 's3cret')
  assert.equal(await tokenFor({ checkedAt: null }), null)
})

test('commit status: a deployment is pending, then a success, with its page in the console', async () => {
  await using scene = await openScene()
  const { platform, application, api } = scene
  platform.statusWorker.begin()
  platform.repositoryWorker.begin()
  await scene.connect()
  await scene.statuses(1)
  await until(async () => api.state.statuses.at(-1)?.state === 'success', {
    timeout,
    what: 'the success',
  })
  const last = api.state.statuses.at(-1) ?? assert.fail()
  assert.deepEqual([last.commit, last.context], [scene.first, `berth/${application.name}`])
  assert.match(last.description, /^Deployment \d+ has succeeded\.$/)
  const [deployment] = await scene.store.deployments.listOf(application.id, {})
  const page = `/organisations/${application.ownerId}/applications/${application.id}/deployments/`
  assert.ok(last.url.endsWith(page + deployment?.id), last.url)
  await until(async () => (await scene.store.queuedStatuses.nextDue()) === undefined, {
    timeout,
    what: 'an empty queue',
  })
})

test('commit status: a host that fails gets the newest one later, and what it refuses is told in the log', async () => {
  await using scene = await openScene()
  const { platform, application, api, store } = scene
  platform.repositoryWorker.begin()
  await scene.connect()
  api.intercept = (request) => (request.includes('/statuses/') ? { status: 503 } : undefined)
  platform.statusWorker.begin()
  const queued = async () =>
    store.queuedStatuses.findDue(application.id, { now: Number.MAX_SAFE_INTEGER, maxPause: 0 })
  await until(
    async () => {
      const status = await queued()
      return status?.state === 'success' && status.attempts > 0
    },
    { timeout, what: 'a failed attempt at the newest status' },
  )
  assert.deepEqual(api.state.statuses, [])
  const status = (await queued()) ?? assert.fail()
  assert.ok(status.dueAt > platform.clock())
  api.intercept = () => undefined
  await store.queuedStatuses.put({ ...status, dueAt: 0 })
  platform.statusWorker.wake()
  const sent = await scene.statuses(1)
  assert.deepEqual(
    sent.map(({ state }) => state),
    ['success'],
  )
  api.intercept = (request) => (request.includes('/statuses/') ? { status: 422 } : undefined)
  const next = await scene.git.commit('shop', { a: '1' })
  await checkNow(platform, application.id)
  await until(
    async () =>
      (await scene.lines(application.id)).some((line) =>
        line.includes(`The status of ${next.slice(0, 7)} did not reach the host`),
      ),
    { timeout, what: 'the line in the log' },
  )
})

test('commit status: a commit that was pushed to Berth itself is none of the host', async () => {
  await using scene = await openScene()
  const { platform, application, api, store } = scene
  await scene.connect()
  await scene.deploy(application, 'f'.repeat(40))
  platform.statusWorker.begin()
  await until(async () => (await store.eventCursors.position('commit-statuses')) > 0, {
    timeout,
    what: 'the events',
  })
  assert.equal(await store.queuedStatuses.nextDue(), undefined)
  assert.deepEqual(api.state.statuses, [])
})

test('commit status: a preview has those of its parent, beside the ones of the application', async () => {
  await using scene = await openScene()
  const { platform, application, store } = scene
  await scene.connect()
  const preview = await store.applications.add({
    ...application,
    id: newId('app'),
    name: 'shop-pr-7',
    previewOf: application.id,
  })
  await scene.deploy(preview, scene.first)
  platform.statusWorker.begin()
  const [status] = await scene.statuses(1)
  assert.deepEqual(
    [status?.commit, status?.context],
    [scene.first, `berth/${application.name}/preview`],
  )
})

test('Git host: the webhook of a first look is there before the look counts, so that a crash between does not leave it out', async () => {
  await using scene = await openScene()
  const { platform, api, store, application } = scene
  const connected = await scene.connect()
  await store.hostWebhooks.remove(application.id)
  api.state.hooks = []
  await store.connectedRepositories.put({ ...connected, checkedAt: null, dueAt: platform.clock() })
  let during: ReturnType<typeof scene.connected> | undefined
  api.intercept = (request) => {
    if (request.startsWith('POST') && request.endsWith('/hooks')) during ??= scene.connected()
    return undefined
  }
  platform.repositoryWorker.begin()
  await until(async () => (await scene.connected()).checkedAt !== null, { timeout, what: 'a look' })
  assert.equal((await during)?.checkedAt, null)
  assert.equal((await store.hostWebhooks.find(application.id))?.hookId, api.state.hooks[0]?.id)
})
