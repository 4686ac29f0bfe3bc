import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { openHttpRecipient } from '#tests/support/drains/recipients.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

const secrets = ['hidden-password', 'hidden-token', 'hidden-key', 'hidden-source']

test('drains API: both forms of the path and the old one are about the same drains', async () => {
  await using api = await openTestApi()
  await using recipient = await openHttpRecipient()
  const client = createClient({ api: api.url, credentials: api.account })
  const application = await api.application()
  const { id, ownerId } = application
  const { drains, ask } = client
  const { url } = recipient
  const made = await drains.create(application, {
    kind: 'LOG',
    recipient: { type: 'RAW_HTTP', url },
  })
  assert.deepEqual(
    [made.tenantId, made.resourceId, made.status.status, made.execution, made.backlog],
    [
      ownerId,
      id,
      'ENABLED',
      { status: 'RUNNING' },
      { msgRateOut: 0, msgThroughputOut: 0, msgBacklog: 0 },
    ],
  )
  const path = `/v4/drains/organisations/${ownerId}/applications/${id}/drains`
  assert.deepEqual(await ask({ method: 'GET', path }), [made])
  const filtered = (query: Record<string, string>) =>
    ask<unknown[]>({ method: 'GET', path, query }).then(({ length }) => length)
  assert.equal(await filtered({ status: 'ENABLED', executionStatus: 'RUNNING' }), 1)
  assert.equal(await filtered({ status: 'DISABLED' }), 0)
  assert.equal(await filtered({ executionStatusNotIn: 'RETRYING,RUNNING' }), 0)

  const checked = await drains.check(application, made.id)
  assert.deepEqual(checked, { ok: true, message: 'A test line was taken by the recipient.' })
  assert.match(recipient.heard[0]?.body ?? '', /checks whether this drain works/)

  const old = `/v2/logs/${id}/drains`
  const record = { id: made.id, appId: id, state: 'ENABLED', target: { url, drainType: 'HTTP' } }
  assert.deepEqual(await ask({ method: 'GET', path: old }), [record])
  const state = {
    method: 'PUT',
    path: `${old}/${made.id}/state`,
    body: { state: 'DISABLED' },
  } as const
  assert.deepEqual(await ask(state), { ...record, state: 'DISABLED' })
  const disabled = await drains.get(application, made.id)
  assert.deepEqual([disabled.status.status, disabled.execution.status], ['DISABLED', 'NOT_RUNNING'])
  assert.match(disabled.status.authorId ?? '', /^user_/)
  assert.notEqual(disabled.status.id, made.status.id)
  assert.equal((await drains.enable(application, made.id)).status.status, 'ENABLED')
  assert.equal((await drains.remove(application, made.id)).status.status, 'DELETED')
  await assert.rejects(drains.get(application, made.id), /There is no drain/)

  const body = {
    url: `${url}/_bulk`,
    drainType: 'ElasticSearch',
    credentials: { username: 'me', password: 'x' },
  }
  const added = await ask<{ id: string; target: object }>({ method: 'POST', path: old, body })
  assert.deepEqual(added.target, {
    url: body.url,
    drainType: 'ElasticSearch',
    indexPrefix: 'logstash',
  })
  await ask({ method: 'DELETE', path: `${old}/${added.id}` })
  assert.deepEqual(await drains.list(application), [])
  const actions = (await client.audit.list(ownerId, {})).map(({ action }) => action)
  assert.ok(
    ['drain.create', 'drain.enable', 'drain.check', 'drain.delete'].every((one) =>
      actions.includes(one),
    ),
  )
  client.close()
})

test('drains API: drains of the audit log are for who may read it', async () => {
  await using api = await openTestApi()
  await using recipient = await openHttpRecipient()
  const admin = createClient({ api: api.url, credentials: api.account })
  const application = await api.application()
  const { ownerId, id } = application
  const { consumerKey, consumerSecret } = api.account
  const developer = await somebody(api, {
    role: 'DEVELOPER',
    organisationId: ownerId as OrganisationId,
  })
  const { token, secret } = developer
  const credentials = { consumerKey, consumerSecret, token, secret }
  const other = createClient({ api: api.url, credentials })
  const { url } = recipient
  const wanted = { kind: 'AUDITLOG', recipient: { type: 'RAW_HTTP', url } } as const
  await other.drains.create(application, { ...wanted, kind: 'LOG' })
  const refused = /The role DEVELOPER does not allow this/
  await assert.rejects(other.drains.create(application, wanted), refused)
  const made = await admin.drains.create(application, wanted)
  assert.equal(made.kind, 'AUDITLOG')
  await assert.rejects(other.drains.remove(application, made.id), refused)
  await assert.rejects(other.drains.disable(application, made.id), refused)
  await assert.rejects(other.drains.enable(application, made.id), refused)
  const old = `/v2/logs/${id}/drains/${made.id}`
  await assert.rejects(other.ask({ method: 'DELETE', path: old }), refused)
  const body = { state: 'DISABLED' }
  await assert.rejects(other.ask({ method: 'PUT', path: `${old}/state`, body }), refused)
  api.platform.drainWorker.begin()
  const creation = /drain\.create .* done from /
  const isThere = () => recipient.texts().some((text) => creation.test(text))
  await until(isThere, { timeout: 300_000, what: 'its own creation' })
  await until(
    () => recipient.texts().some((text) => / drain\.delete .* refused from /.test(text)),
    {
      timeout: 300_000,
      what: 'what was refused',
    },
  )
  await api.platform.drainWorker.close()
  for (const client of [admin, other]) client.close()
})

test('drains API: an add-on has drains by either of its ids, and its deletion removes them', async () => {
  await using api = await openTestApi()
  await using recipient = await openHttpRecipient()
  const client = createClient({ api: api.url, credentials: api.account })
  const { store, logs, drainWorker } = api.platform
  const { provider, plan } = await addOffer(store)
  const ownerId = api.account.organisationId
  const ready = { ownerId, state: 'ready', realId: 'pigeon-1' } as const
  const addon = await addAddon(store, provider, plan, ready)
  const { url } = recipient
  const wanted = { kind: 'LOG', recipient: { type: 'RAW_HTTP', url } } as const
  const made = await client.drains.create({ ownerId, id: 'pigeon-1' }, wanted)
  assert.equal(made.resourceId, 'pigeon-1')
  assert.equal((await client.drains.get(addon, made.id)).id, made.id)
  drainWorker.begin()
  const line = { deploymentId: '', instanceId: '', commit: '', origin: 'instance' } as const
  logs.append({ ...line, applicationId: addon.id, severity: 'info', message: 'coo' })
  await until(() => recipient.texts().includes('coo'), { timeout: 300_000, what: 'the line' })
  assert.match(
    recipient.heard[0]?.body ?? '',
    new RegExp(`"service":"add-on".*"resourceId":"${addon.id}"`),
  )
  await drainWorker.close()
  const access = client.drains.create(addon, { ...wanted, kind: 'ACCESSLOG' })
  await assert.rejects(access, /An add-on has no access log/)
  await store.addons.remove(addon.id)
  assert.deepEqual(await store.drains.listOf(addon.id), [])
  client.close()
})

test('drains API: the older names of recipients and their fields are taken as configuration tools send them', async () => {
  await using api = await openTestApi()
  const client = createClient({ api: api.url, credentials: api.account })
  const { id, ownerId } = await api.application()
  const path = `/v4/drains/organisations/${ownerId}/applications/${id}/drains`
  const create = (recipient: object) =>
    client.ask<{ recipient: Record<string, string> }>({
      method: 'POST',
      path,
      body: { kind: 'LOG', recipient },
    })
  const url = 'https://127.0.0.1:9'
  const udp = 'udp://127.0.0.1:514'
  const tcp = 'tcp://127.0.0.1:6514'
  const search = { url, index: 'logs', username: 'me', password: 'x', tlsVerification: 'DEFAULT' }
  for (const [type, given, read] of [
    ['RawRecipient', { url }, { type: 'RAW_HTTP', url }],
    ['DatadogRecipient', { url }, { type: 'DATADOG', url }],
    ['NewRelicRecipient', { url, apiKey: 'k' }, { type: 'NEWRELIC', url, apiKey: '********' }],
    ['SyslogTCPRecipient', { url: tcp, token: '' }, { type: 'SYSLOG_TCP', url: tcp }],
    ['SyslogUDPRecipient', { url: udp, token: '' }, { type: 'SYSLOG_UDP', url: udp }],
    [
      'OVHTCPRecipient',
      { url: tcp, token: 'a"b', rfc5424StructuredDataParameters: 'x="y"' },
      {
        type: 'OVH_TCP',
        url: tcp,
        rfc5424StructuredDataParameters: 'X-OVH-TOKEN="********" x="********"',
      },
    ],
    ['ElasticsearchRecipient', search, { ...search, type: 'ELASTICSEARCH', password: '********' }],
  ] as const)
    assert.deepEqual((await create({ type, ...given })).recipient, read, type)
  await assert.rejects(
    create({ type: 'ElasticsearchRecipient', ...search, tlsVerification: 'TRUSTFUL' }),
    /certificate of a recipient is always verified/,
  )
  await assert.rejects(
    create({ type: 'SyslogTCPRecipient', url: tcp, token: 'secret' }),
    /Write the token .* in rfc5424StructuredDataParameters/,
  )
  await assert.rejects(create({ type: 'SmokeRecipient', url }), /must be one of/)
  client.close()
})

test('drains API: secrets are masked in answers and sealed at rest', async () => {
  await using api = await openTestApi({ withFile: true })
  const client = createClient({ api: api.url, credentials: api.account })
  const application = await api.application()
  const url = 'https://127.0.0.1:9/'
  const [password, token, apiKey, sourceToken] = secrets as [string, string, string, string]
  const recipients = [
    { type: 'RAW_HTTP', url, username: 'me', password },
    { type: 'ELASTICSEARCH', url: `${url}_bulk`, index: 'logs', username: 'me', password },
    { type: 'DATADOG', url, apiKey },
    { type: 'NEWRELIC', url, apiKey },
    { type: 'BETTERSTACK', url, sourceToken },
    {
      type: 'OVH_TCP',
      url: 'tcp://127.0.0.1:9',
      rfc5424StructuredDataParameters: `X-OVH-TOKEN="${token}"`,
    },
  ] as const
  const answers: unknown[] = []
  for (const recipient of recipients) {
    const made = await client.drains.create(application, { kind: 'LOG', recipient })
    answers.push(made, await client.drains.get(application, made.id))
  }
  answers.push(await client.drains.list(application))
  answers.push(await client.ask({ method: 'GET', path: `/v2/logs/${application.id}/drains` }))
  const text = JSON.stringify(answers)
  assert.match(text, /"username":"me","password":"\*+"/)
  assert.match(text, /X-OVH-TOKEN=\\"\*+\\"/)
  const stored = await Promise.all(
    ['', '-wal'].map((end) => readFile(`${api.database}${end}`, 'latin1').catch(() => '')),
  )
  for (const secret of secrets) {
    assert.ok(!text.includes(secret), secret)
    assert.ok(!stored.join('').includes(secret), `${secret} at rest`)
  }
  client.close()
})

test('drains API: a recipient that fails is told by a check', async () => {
  await using api = await openTestApi()
  await using recipient = await openHttpRecipient((response) => response.writeHead(403).end())
  const client = createClient({ api: api.url, credentials: api.account })
  const application = await api.application()
  const { url } = recipient
  const { id } = await client.drains.create(application, {
    kind: 'LOG',
    recipient: { type: 'RAW_HTTP', url },
  })
  const answer = await client.drains.check(application, id)
  assert.deepEqual(answer, { ok: false, message: 'It answered 403.' })
  client.close()
})
