import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import { after, before, test } from 'node:test'
import { CcApiClient } from '@clevercloud/client/cc-api-client.js'
import { GetCreditsSummaryCommand } from '@clevercloud/client/cc-api-commands/credits/get-credits-summary-command.js'
import { GetDeploymentCommand } from '@clevercloud/client/cc-api-commands/deployment/get-deployment-command.js'
import { ListDeploymentCommand } from '@clevercloud/client/cc-api-commands/deployment/list-deployment-command.js'
import { GetApplicationInstanceCommand } from '@clevercloud/client/cc-api-commands/instance/get-application-instance-command.js'
import { ListApplicationInstanceCommand } from '@clevercloud/client/cc-api-commands/instance/list-application-instance-command.js'
import { GetLoadBalancerInfoCommand } from '@clevercloud/client/cc-api-commands/load-balancer/get-load-balancer-info-command.js'
import { ListLogCommand } from '@clevercloud/client/cc-api-commands/log/list-log-command.js'
import { CreateLogDrainCommand } from '@clevercloud/client/cc-api-commands/log-drain/create-log-drain-command.js'
import { GetMetricsCommand } from '@clevercloud/client/cc-api-commands/metrics/get-metrics-command.js'
import { ListMigrationPreorderCommand } from '@clevercloud/client/cc-api-commands/migration/list-migration-preorder-command.js'
import { CreateEmailNotificationCommand } from '@clevercloud/client/cc-api-commands/notification/create-email-notification-command.js'
import { GetPriceSystemCommand } from '@clevercloud/client/cc-api-commands/price-system/get-price-system-command.js'
import { CreateTcpRedirectionCommand } from '@clevercloud/client/cc-api-commands/tcp-redirection/create-tcp-redirection-command.js'
import { ListTcpRedirectionNamespaceCommand } from '@clevercloud/client/cc-api-commands/tcp-redirection/list-tcp-redirection-namespace-command.js'
import { DeleteUserSettingCommand } from '@clevercloud/client/cc-api-commands/user-setting/delete-user-setting-command.js'
import { GetUserSettingCommand } from '@clevercloud/client/cc-api-commands/user-setting/get-user-setting-command.js'
import { SetUserSettingCommand } from '@clevercloud/client/cc-api-commands/user-setting/set-user-setting-command.js'
import { fetchHeatmapPoints } from '@clevercloud/client/esm/api/v4/stats.js'
import { LogsStream } from '@clevercloud/client/esm/streams/logs.node.js'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import type { LogSourceId, UserId } from '#platform/model/ids.ts'
import type { ResourceUsage } from '#protocol/usage.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { addTestPrices, setAddress } from '#tests/support/billing/billed-month.ts'
import { openHttpRecipient } from '#tests/support/drains/recipients.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import { resource } from '#tests/support/providers/backed-up-addon.ts'

/** The public JavaScript client before the API: what it reads has to be there. */
let api: TestApi
let client: CcApiClient
let ownerId: string
let userId: UserId

before(async () => {
  api = await openTestApi()
  ownerId = api.account.organisationId
  userId = (await api.platform.store.users.findByEmail(api.account.email))?.id ?? assert.fail()
  await addTestPrices(api.platform)
  await setAddress(api.platform, api.account.organisationId)
  const { consumerKey, consumerSecret, token, secret } = api.account
  const oauthTokens = { consumerKey, consumerSecret, token, secret }
  client = new CcApiClient({ baseUrl: api.url, authMethod: { type: 'oauth-v1', oauthTokens } })
})
after(() => api[Symbol.asyncDispose]())

async function anAddon() {
  const id = `pigeon-${Math.random().toString(36).slice(2, 8)}`
  const owner = api.account.organisationId
  const { store } = api.platform
  const { provider, plan } = await addOffer(store, { id, ownerId: owner })
  return { plan, addon: await addAddon(store, provider, plan, { ownerId: owner, state: 'ready' }) }
}

const say = (applicationId: LogSourceId, message: string) =>
  api.platform.logs.append({
    applicationId,
    message,
    origin: 'instance',
    severity: 'info',
    deploymentId: '',
    instanceId: '',
    commit: '',
  })

test('public client: deployments of an application and of all of an owner', async () => {
  const application = await api.application()
  const first = await api.deploy(application, commitOf('1'))
  const failing = await api.application({ environment: { FAIL_RECIPE: 'yes' } })
  const failed = await api.deploy(failing, commitOf('2'))
  const ids = { ownerId, applicationId: application.id }
  const one = await client.send(new GetDeploymentCommand({ ...ids, deploymentId: first.id }))
  assert.deepEqual(
    { ...one, steps: one.steps.map(({ state }) => state) },
    {
      id: first.id,
      ownerId,
      applicationId: application.id,
      startDate: new Date(first.createdAt).toISOString(),
      state: 'SUCCEEDED',
      steps: ['QUEUED', 'WORK_IN_PROGRESS', 'SUCCEEDED'],
      version: { commitId: commitOf('1') },
      origin: {
        action: 'DEPLOY',
        cause: 'Git',
        source: 'GIT',
        authorId: '',
        constraints: [],
        priority: 'DEFAULT',
      },
      hasDedicatedBuild: false,
    },
  )
  const dates = one.steps.map(({ date }) => Date.parse(date))
  assert.deepEqual(
    dates,
    dates.toSorted((a, b) => a - b),
  )
  const all = await client.send(new ListDeploymentCommand({ ownerId }))
  const stateOf = (id: string) => all.find((each) => each.id === id)?.state
  assert.deepEqual([stateOf(first.id), stateOf(failed.id)], ['SUCCEEDED', 'FAILED'])
  assert.equal(all.find(({ id }) => id === failed.id)?.applicationId, failing.id)
})

test('orchestration: deployments by order, limit and actions', async () => {
  const application = await api.application()
  const first = await api.deploy(application, commitOf('1'))
  const second = await api.deploy(application, commitOf('2'))
  const list = async (query: string) => {
    const path = `/v4/orchestration/organisations/${ownerId}/applications/${application.id}/deployments`
    const answer = await fetch(`${api.url}${path}?${query}`, { headers: authorization() })
    assert.equal(answer.status, 200, query)
    return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
  }
  assert.deepEqual(await list(''), [second.id, first.id])
  assert.deepEqual(await list('order=ASC&limit=1'), [first.id])
  assert.deepEqual(await list('action=UPSCALE&action=DOWNSCALE'), [])
  assert.deepEqual(await list('action=CANCEL'), [], 'an action that is never done has none')
  assert.deepEqual(await list('action=UPSCALE,DEPLOY'), [second.id, first.id])
})

test('public client: instances with their addresses, by state and deployment', async () => {
  const application = await api.application()
  const { id: deploymentId } = await api.deploy(application, commitOf('1'))
  const [stored] = await api.platform.store.instances.listOf(application.id)
  const ids = { ownerId, applicationId: application.id }
  const list = (filter: object) =>
    client.send(new ListApplicationInstanceCommand({ ...ids, ...filter }))
  const [instance, ...others] = await list({ includeState: ['UP', 'DEPLOYING'], deploymentId })
  assert.deepEqual(others, [])
  assert.ok(instance && stored?.started)
  const { hypervisorId, deletionDate: _, ...shown } = instance
  assert.match(hypervisorId, /^[0-9a-f-]{36}$/)
  assert.deepEqual(shown, {
    id: stored.id,
    ownerId,
    applicationId: application.id,
    deploymentId,
    name: `${application.name}-0`,
    flavor: stored.flavor,
    index: 0,
    state: 'UP',
    creationDate: new Date(stored.createdAt).toISOString(),
    network: { ip: stored.started.address.host, port: stored.started.address.port },
    isBuildVm: false,
  })
  assert.deepEqual(await list({ excludeState: ['UP'] }), [])
  assert.deepEqual(await list({ since: stored.createdAt + 1 }), [])
  assert.equal((await list({ since: stored.createdAt, until: stored.createdAt })).length, 1)
  const found = new GetApplicationInstanceCommand({ ...ids, instanceId: stored.id })
  assert.equal((await client.send(found)).id, stored.id)
  const unknown = new GetApplicationInstanceCommand({ ...ids, instanceId: 'no such' })
  assert.equal(await client.send(unknown), null)
})

test('public client: stored lines of an add-on, newest first', async () => {
  const { addon } = await anAddon()
  say(addon.id, 'first')
  say(addon.id, 'second')
  await api.platform.logs.flush()
  const list = (filter: object) => client.send(new ListLogCommand({ addonId: addon.id, ...filter }))
  const messages = async (filter: object) => (await list(filter)).map(({ message }) => message)
  assert.deepEqual(await messages({}), ['second', 'first'])
  assert.deepEqual(await messages({ order: 'ASC' }), ['first', 'second'])
  assert.deepEqual(await messages({ limit: 1 }), ['second'])
  assert.deepEqual(await messages({ filter: 'fir' }), ['first'])
  assert.deepEqual(await messages({ since: Date.now() + 60_000 }), [])
  const [line] = await list({ limit: 1 })
  assert.deepEqual([line?.zone, line?.sourceHost, line?.program], ['par', addon.id, 'add-on'])
})

test('public client: new lines of an add-on and of an application as plain messages', async () => {
  const { addon } = await anAddon()
  const application = await api.application()
  for (const { id } of [addon, application]) {
    say(id, 'before')
    await api.platform.logs.flush()
    const { consumerKey, consumerSecret, token, secret } = api.account
    const tokens = {
      OAUTH_CONSUMER_KEY: consumerKey,
      OAUTH_CONSUMER_SECRET: consumerSecret,
      API_OAUTH_TOKEN: token,
      API_OAUTH_TOKEN_SECRET: secret,
    }
    const stream = new LogsStream({ apiHost: api.url, tokens, appId: id })
    const events = stream as unknown as EventEmitter
    const first = Promise.withResolvers<string>()
    events.on('ping', () => say(id, 'after'))
    events.on('log', (line: { _source: { '@message': string } }) =>
      first.resolve(line._source['@message']),
    )
    events.on('error', first.reject)
    stream.open({ autoRetry: true })
    try {
      assert.equal(await withTimeout(first.promise, 60_000, 'a line'), 'after')
    } finally {
      stream.close()
    }
  }
})

test('public client: settings of a user are set, read, separated by env and removed', async () => {
  const [name, env] = ['THEME', 'console']
  const get = (of: { env?: string }) => client.send(new GetUserSettingCommand({ name, ...of }))
  await client.send(new SetUserSettingCommand({ name, value: 'dark' }))
  await client.send(new SetUserSettingCommand({ name, env, value: '{"a": 1}' }))
  await client.send(new SetUserSettingCommand({ name, value: 'light' }))
  assert.deepEqual([await get({}), await get({ env })], ['light', '{"a": 1}'])
  const answer = await fetch(`${api.url}/v4/console/settings`, { headers: authorization() })
  assert.deepEqual(await answer.json(), [{ name, value: 'light' }])
  await client.send(new DeleteUserSettingCommand({ name }))
  assert.deepEqual([await get({}), await get({ env })], [null, '{"a": 1}'])
  for (let count = 1; count < 100; count += 1) {
    const setting = { userId, env: 'x', name: String(count), value: '' }
    await api.platform.store.userSettings.put(setting)
  }
  await client.send(new SetUserSettingCommand({ name, env, value: 'changed' }))
  await assert.rejects(
    client.send(new SetUserSettingCommand({ name: 'one more', value: '' })),
    /already have 100 settings/,
  )
})

test('public client: an application has no private load balancer, and one for everybody', async () => {
  const { id: applicationId } = await api.application()
  const ids = { ownerId, applicationId }
  const none = await client.send(new GetLoadBalancerInfoCommand({ ...ids, kind: 'private' }))
  assert.deepEqual(none, [])
  const [balancer] = await client.send(new GetLoadBalancerInfoCommand(ids))
  assert.deepEqual(balancer?.dns.a, ['127.0.0.1'])
})

test('public client: both namespaces of TCP redirections take ports from one range', async () => {
  api.platform.policies.tcpPorts = { from: 30_000, to: 30_001 }
  const { id: applicationId } = await api.application()
  const namespaces = await client.send(new ListTcpRedirectionNamespaceCommand({ ownerId }))
  assert.deepEqual(namespaces, [{ namespace: 'default' }, { namespace: 'cleverapps' }])
  const add = (namespace: string) =>
    client.send(new CreateTcpRedirectionCommand({ ownerId, applicationId, namespace }))
  const added = [await add('cleverapps'), await add('default')]
  assert.deepEqual(
    added.map(({ namespace }) => namespace),
    ['cleverapps', 'default'],
  )
  assert.deepEqual(added.map(({ port }) => port).toSorted(), [30_000, 30_001])
  await assert.rejects(add('nowhere'), /no namespace "nowhere": use default or cleverapps/)
})

test('public client: an e-mail notification for a user without an id is for who asks', async () => {
  const command = new CreateEmailNotificationCommand({
    ownerId,
    name: 'mine',
    targets: [{ type: 'user' }],
  })
  await client.send(command)
  const hooks = await api.platform.store.emailHooks.listOf(api.account.organisationId)
  assert.deepEqual(hooks.at(-1)?.notified, [{ type: 'userid', target: userId }])
})

test('public client: credits, prices and the price of another plan', async () => {
  const credits = await client.send(new GetCreditsSummaryCommand({ ownerId }))
  assert.deepEqual([credits.prepaidCredit, credits.freeCredit, credits.currency], [0, 0, 'EUR'])
  const system = await client.send(new GetPriceSystemCommand({ ownerId, zone: 'PAR' }))
  const again = await client.send(new GetPriceSystemCommand({ ownerId, zone: 'par' }))
  assert.deepEqual(again, system)
  const ids = system.runtime.map(({ id }) => id)
  assert.ok(ids.length > 0 && ids.every(Boolean))
  assert.equal(new Set(ids).size, ids.length, 'each price has an id of its own')
  assert.deepEqual(system.countable, [])
  const { addon, plan } = await anAddon()
  const command = new ListMigrationPreorderCommand({ addonId: addon.id, planId: plan.id })
  const { lines, ...preorder } = await client.send(command)
  assert.deepEqual([preorder.ownerId, preorder.target], [ownerId, addon.id])
  assert.equal(preorder.type, 'ADDON_PREORDER')
  assert.ok(preorder.name)
  assert.deepEqual(
    lines.map(({ type, quantity, priceTotalHt, pack, tva }) => [
      type,
      quantity,
      priceTotalHt,
      pack,
      tva,
    ]),
    [['Credits', 1, plan.price, plan.slug, 20]],
  )
})

test('public client: a drain of the audit log is created, and gets what is done', async () => {
  await using recipient = await openHttpRecipient()
  const { id: applicationId } = await api.application()
  const drain = { ownerId, applicationId, kind: 'AUDITLOG' } as const
  const target = { type: 'RAW_HTTP', url: recipient.url } as const
  const made = await client.send(new CreateLogDrainCommand({ ...drain, target }))
  assert.equal(made.kind, 'AUDITLOG')
  const { drainWorker } = api.platform
  drainWorker.begin()
  await until(() => recipient.texts().some((text) => text.includes('drain.create')), {
    timeout: 300_000,
    what: 'the entry of its creation',
  })
  await drainWorker.close()
})

test('public client: live requests are read as points of a map', async () => {
  const { id: applicationId } = await api.application()
  const { url, queryParams } = await fetchHeatmapPoints({ ownerId, applicationId })
  const query = new URLSearchParams(queryParams as Record<string, string>)
  const answer = await fetch(`${api.url}${url}?${query}`, { headers: authorization() })
  assert.deepEqual([answer.status, await answer.json()], [200, []])
})

test('public client: metrics of an add-on are what its provider measures, which is asked once', async () => {
  const { addon, provider, asked } = await measuredAddon({
    diskBytes: 5000,
    maxDiskBytes: 10_000,
    memoryBytes: 256,
    maxMemoryBytes: 1024,
    connections: 3,
  })
  await using _provider = provider
  const get = (metrics?: ('cpu' | 'mem' | 'load1')[]) =>
    client.send(new GetMetricsCommand({ ownerId, addonId: addon.id, ...(metrics && { metrics }) }))
  const found = await get()
  const values = Object.entries(found).map(([name, data]) => [name, data?.at(-1)?.value])
  assert.deepEqual(values, [
    ['disk', 5000],
    ['mem', 25],
    ['mem_bytes', 256],
    ['connections', 3],
  ])
  assert.deepEqual(Object.keys(await get(['mem', 'load1'])), ['mem'])
  assert.equal(asked(), 1)
  // Some minutes without a measurement are no minutes without memory.
  const { clock } = api.platform
  api.platform.clock = () => clock() + 600_000
  const later = (await get(['mem'])).mem?.map(({ value }) => value)
  api.platform.clock = clock
  assert.deepEqual(later?.slice(-4), [25, 25, 25, 25])
  assert.equal(later?.[0], 0)
  const { addon: unmeasured, provider: other } = await measuredAddon(undefined)
  await using _other = other
  const none = new GetMetricsCommand({ ownerId, addonId: unmeasured.id })
  assert.deepEqual(await client.send(none), {})
})

/** A ready add-on of a provider that listens, and says that its add-on uses this. */
async function measuredAddon(usage: ResourceUsage | undefined) {
  const { store } = api.platform
  const owner = api.account.organisationId
  const id = `pigeon-${Math.random().toString(36).slice(2, 8)}`
  const { provider, plan } = await addOffer(store, { id, ownerId: owner })
  const { manifest } = provider
  const realId = `pigeon_${id}`
  const at = { base_url: 'http://localhost/r', sso_url: 'http://localhost/s' }
  let questions = 0
  const service = defineProvider({
    manifest: { ...manifest, api: { ...manifest.api, production: at, test: at } },
    provision: () => ({ config: {} }),
    deprovision() {},
    ledger: memoryLedger([{ ...resource, id: realId }]),
    ...(usage && {
      usage() {
        questions += 1
        return usage
      },
    }),
  })
  const { port } = await service.listen(0)
  const urls = { base_url: `http://127.0.0.1:${port}/r`, sso_url: `http://127.0.0.1:${port}/s` }
  const calls = { ...manifest.api, production: urls, test: urls }
  await store.providers.change(id, { manifest: { ...manifest, api: calls } })
  const addon = await addAddon(store, provider, plan, { ownerId: owner, state: 'ready', realId })
  return {
    addon,
    provider: { [Symbol.asyncDispose]: () => service.close() },
    asked: () => questions,
  }
}

function authorization() {
  const { consumerKey, consumerSecret, token, secret } = api.account
  return { authorization: plaintextHeader({ consumerKey, consumerSecret, token, secret }) }
}
