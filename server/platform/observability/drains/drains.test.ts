import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import {
  type AuditedAction,
  beginAction,
  recordAction,
} from '#platform/identity/audit/audit-log.ts'
import { publishCutOff } from '#platform/identity/audit/audited-resources.ts'
import type { Action } from '#platform/model/events/actions.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { LogSourceId } from '#platform/model/ids.ts'
import {
  messagesIn,
  openHttpRecipient,
  openTcpRecipient,
  openUdpRecipient,
} from '#tests/support/drains/recipients.ts'
import { newApplication, openTestPlatform } from '#tests/support/platform/platform.ts'
import { createDrainWorker } from './create-drain-worker.ts'
import { createDrain, disableDrain, enableDrain, getDrain } from './drains.ts'
import type { WantedRecipient } from './validate-recipient.ts'

async function openDrains() {
  const setup = await openTestPlatform()
  const { platform, account, bugs } = setup
  let now = platform.clock()
  platform.clock = () => now
  platform.monotonic = () => now
  const application = await setup.application()
  platform.drainWorker.begin()
  const line = (message: string, applicationId: LogSourceId = application.id) =>
    platform.logs.append({
      applicationId,
      deploymentId: 'deployment_one',
      instanceId: '',
      commit: 'c0ffee',
      origin: 'instance',
      severity: 'info',
      message,
    })
  return {
    ...setup,
    application,
    line,
    add: (recipient: WantedRecipient, resource = application) =>
      createDrain(platform, resource, '', { kind: 'LOG', recipient }),
    current: (id: string) => getDrain(platform, application.id, id),
    /** Lets time pass. */
    move(milliseconds = 2000) {
      now += milliseconds
      platform.drainWorker.wake()
    },
    /** Another server takes over. */
    async restart() {
      await platform.drainWorker.close()
      platform.drainWorker = createDrainWorker({
        platform: () => platform,
        onBug: (error) => bugs.push(error),
      })
      platform.drainWorker.begin()
    },
    ownerId: account.organisationId,
    async [Symbol.asyncDispose]() {
      await platform.drainWorker.close()
      await setup[Symbol.asyncDispose]()
    },
  }
}

const wait = <T>(what: string, condition: Parameters<typeof until<T>>[0]) =>
  until(condition, { timeout: 300_000, what })

test('drain: sends lines from its creation on, in order, and after a restart goes on where it was', async () => {
  await using drains = await openDrains()
  await using recipient = await openHttpRecipient()
  drains.line('before')
  const { id } = await drains.add({ type: 'RAW_HTTP', url: recipient.url })
  for (const text of ['one', 'two', 'three']) drains.line(text)
  drains.move()
  await wait('three lines', () => recipient.texts().length === 3)
  assert.deepEqual(recipient.texts(), ['one', 'two', 'three'])
  assert.equal(recipient.heard[0]?.headers['content-type'], 'application/x-ndjson')
  await wait('the position', async () => (await drains.current(id)).attemptedAt !== null)
  await drains.platform.drainWorker.close()
  drains.line('while away')
  await drains.restart()
  await wait('the next line', () => recipient.texts().length === 4)
  assert.equal(recipient.texts().at(-1), 'while away')
  const newest = drains.platform.logs.newest(drains.application.id)
  await wait('its position', async () => (await drains.current(id)).position === newest)
})

test('drain: a backlog of more than a batch is sent whole, and the rate is counted', async () => {
  await using drains = await openDrains()
  await using recipient = await openHttpRecipient()
  const { id } = await drains.add({ type: 'RAW_HTTP', url: recipient.url })
  const texts = Array.from({ length: 1200 }, (_, at) => `line ${at}`)
  for (const text of texts) drains.line(text)
  drains.move()
  await wait('all lines', () => recipient.texts().length === texts.length)
  assert.deepEqual(recipient.texts(), texts)
  assert.ok(recipient.heard.length >= 3)
  await wait('the rate', () => drains.platform.drainWorker.rateOf(id).messages === 20)
})

test('drain: a failure is retried with growing pauses and loses nothing', async () => {
  await using drains = await openDrains()
  await using recipient = await openHttpRecipient((response, count) => {
    response.writeHead(count < 3 ? 503 : 200).end()
  })
  const { id } = await drains.add({ type: 'RAW_HTTP', url: recipient.url })
  drains.line('patience')
  drains.move()
  const tried = (attempts: number) =>
    wait(`attempt ${attempts}`, async () => {
      const drain = await drains.current(id)
      return drain.attempts === attempts && drain
    })
  const first = await tried(1)
  assert.equal(first.lastError, 'It answered 503.')
  assert.equal((first.dueAt ?? 0) - drains.platform.clock(), 5000)
  drains.line('more')
  drains.move(5000)
  const second = await tried(2)
  assert.equal((second.dueAt ?? 0) - drains.platform.clock(), 10_000)
  assert.equal(second.failingSince, first.failingSince)
  drains.move(10_000)
  const works = await tried(0)
  assert.deepEqual([works.lastError, works.dueAt, works.failingSince], ['', null, null])
  assert.deepEqual(recipient.texts().slice(-2), ['patience', 'more'])
})

test('drain: after a hundred failures it is given up with a mail, and enabling it goes on where it stopped', async () => {
  await using drains = await openDrains()
  let isBroken = true
  await using recipient = await openHttpRecipient((response) => {
    response.writeHead(isBroken ? 500 : 200).end()
  })
  const { id } = await drains.add({ type: 'RAW_HTTP', url: recipient.url })
  await drains.platform.store.drains.change(id, { attempts: 99 })
  drains.line('late')
  drains.move()
  const mail = await drains.mail(drains.account.email)
  assert.match(mail.subject, /^A drain of hello .* was stopped$/)
  assert.match(mail.text, /It answered 500/)
  const [event] = (await drains.platform.store.events.listAllAfter(0, 1000)).slice(-1)
  assert.deepEqual([event?.name, event?.subjectId], ['DRAIN_STOPPED', drains.application.id])
  const calls = recipient.heard.length
  drains.move(24 * 3_600_000)
  isBroken = false
  await enableDrain(drains.platform, await drains.current(id), '')
  await wait('the line', () => recipient.heard.length === calls + 1)
  assert.equal(recipient.texts().at(-1), 'late')
})

test('drain: one that is disabled sends nothing, and goes on where it was', async () => {
  await using drains = await openDrains()
  await using recipient = await openHttpRecipient()
  await using other = await openHttpRecipient()
  const drain = await drains.add({ type: 'RAW_HTTP', url: recipient.url })
  await drains.add({ type: 'RAW_HTTP', url: other.url })
  await disableDrain(drains.platform, drain, '')
  drains.line('silence')
  drains.move()
  await wait('the other drain', () => other.texts().length === 1)
  assert.equal(recipient.heard.length, 0)
  await enableDrain(drains.platform, await drains.current(drain.id), '')
  await wait('the line', () => recipient.texts().length === 1)
})

test('drain: recipients that hang delay no other owner, and take four places of their own', async () => {
  await using drains = await openDrains()
  const waiting: ServerResponse[] = []
  await using hanging = await openHttpRecipient((response) => void waiting.push(response))
  await using healthy = await openHttpRecipient()
  const { platform } = drains
  for (let count = 0; count < 6; count += 1) {
    await drains.add({ type: 'RAW_HTTP', url: hanging.url })
  }
  drains.line('stuck')
  drains.move()
  await wait('four calls', () => waiting.length === 4)
  const user = await platform.store.users.findByEmail(drains.account.email)
  const other = await newApplication(platform, user?.id ?? assert.fail())
  await drains.add({ type: 'RAW_HTTP', url: healthy.url }, other)
  drains.line('free', other.id)
  drains.move()
  await wait('the healthy drain', () => healthy.texts().length === 1)
  assert.equal(waiting.length, 4, 'no more at once')
  for (const response of waiting.splice(0)) response.end()
  await wait('the two others', () => waiting.length === 2)
  for (const response of waiting.splice(0)) response.end()
})

test('drain: a line that is refused on its own is skipped, and the next ones come', async () => {
  await using drains = await openDrains()
  await using recipient = await openHttpRecipient((response) => {
    const isBad = recipient.heard.at(-1)?.body.includes('poison')
    response.writeHead(isBad ? 400 : 200).end()
  })
  const { id } = await drains.add({ type: 'RAW_HTTP', url: recipient.url })
  for (const text of ['poison', 'good']) drains.line(text)
  await wait('the end', async () => {
    drains.move(900_000)
    return (
      recipient.heard.at(-1)?.body.includes('"good"') &&
      !recipient.heard.at(-1)?.body.includes('poison')
    )
  })
  await wait('no failure', async () => (await drains.current(id)).attempts === 0)
})

test('drain: syslog over TCP is framed by length, and over UDP a datagram is a message', async () => {
  await using drains = await openDrains()
  await using tcp = await openTcpRecipient()
  await using udp = await openUdpRecipient()
  const structuredData = 'X-OVH-TOKEN="se]cret"'
  await drains.add({ type: 'OVH_TCP', url: `tcp://127.0.0.1:${tcp.port}`, structuredData })
  await drains.add({ type: 'SYSLOG_UDP', url: `udp://127.0.0.1:${udp.port}` })
  const texts = ['two\nlines ä€', 'x'.repeat(20_000)]
  for (const text of texts) drains.line(text)
  drains.move()
  await wait('two datagrams', () => udp.datagrams.length === 2)
  await wait('a connection', () => tcp.connections.length === 1)
  const [first = '', second = ''] = messagesIn(tcp.connections[0] ?? Buffer.alloc(0))
  const { id, name } = drains.application
  const expected = [
    `<134>1 \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z ${id} ${id} - application`,
    `\\[berth@32473 ownerId="${drains.ownerId}" name="${name}" deploymentId="deployment_one" commit="c0ffee" zone="par"\\]`,
  ].join(' ')
  assert.match(
    first,
    new RegExp(`^${expected}\\[drain@32473 X-OVH-TOKEN="se\\\\\\]cret"\\] two\\nlines ä€$`),
  )
  assert.ok(second.endsWith(` ${texts[1]}`))
  assert.match(String(udp.datagrams[0]), new RegExp(`^${expected} two\\nlines ä€$`))
  assert.equal(udp.datagrams[1]?.length, 8192, 'cut to what servers take')
})

test('drain: the audit log of an application is sent, and nothing of another application or owner', async () => {
  await using drains = await openDrains()
  await using recipient = await openHttpRecipient()
  const { platform, application, account } = drains
  const user = await platform.store.users.findByEmail(account.email)
  const caller: Caller = {
    userId: user?.id ?? assert.fail(),
    credential: 'api token',
    credentialId: 'api_tokens_1',
    rights: [],
  }
  const { ownerId } = application
  const act = (action: Action, target: string, more: Partial<AuditedAction> = {}) =>
    recordAction(platform, caller, {
      ownerId,
      action,
      target,
      outcome: 'done',
      from: '192.0.2.7',
      ...more,
    })
  await act('application.create', application.id)
  const wanted = { kind: 'AUDITLOG', recipient: { type: 'RAW_HTTP', url: recipient.url } } as const
  const { id } = await createDrain(platform, application, '', wanted)
  const action = {
    ownerId,
    action: 'application.restart',
    target: application.id,
    from: '::1',
  } as const
  const settle = await beginAction(platform, caller, action)
  await act('variable.set', `${application.id} FOO`)
  await act('variable.set', 'app_other')
  await act('application.stop', application.id, { ownerId: 'orga_other', outcome: 'refused' })
  await act('addon.link', 'pigeon-1', { subject: { id: application.id, name: 'hello' } })
  await settle({ outcome: 'failed' })
  drains.move()
  const documents = () =>
    recipient.heard.flatMap(({ body }) =>
      body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    )
  await wait('three entries', () => documents().length === 3)
  const [updated, linked, slow] = documents()
  assert.deepEqual(
    [updated, linked, slow].map((one) => [one.action, one.target, one.outcome, one.severity]),
    [
      ['variable.set', `${application.id} FOO`, 'done', 'info'],
      ['addon.link', 'pigeon-1', 'done', 'info'],
      ['application.restart', application.id, 'failed', 'warning'],
    ],
  )
  const { email } = account
  assert.deepEqual(
    [updated.service, updated.applicationId, updated.user, updated.credential, updated.from],
    ['audit', application.id, { id: caller.userId, email }, 'api token', '192.0.2.7'],
  )
  assert.equal(updated.message, `${email} variable.set ${application.id} FOO done from 192.0.2.7`)
  await wait('the position', async () => (await drains.current(id)).attemptedAt !== null)
  await platform.drainWorker.close()
  await act('application.tag', application.id)
  await beginAction(platform, caller, { ...action, action: 'application.untag' })
  await publishCutOff(platform)
  assert.equal(await platform.drainWorker.backlogOf(await drains.current(id)), 1)
  const { clock } = platform
  await publishCutOff({ store: platform.store, clock: () => clock() + 3_600_001 })
  await drains.restart()
  await wait('what came meanwhile', () => documents().length === 5)
  assert.deepEqual(
    documents()
      .slice(3)
      .map((one) => [one.action, one.outcome]),
    [
      ['application.tag', 'done'],
      ['application.untag', 'begun'],
    ],
  )
})

test('drain: an access log is sent as requests, and an add-on has none', async () => {
  await using drains = await openDrains()
  await using recipient = await openHttpRecipient()
  const { platform, application } = drains
  const wanted = { kind: 'ACCESSLOG', recipient: { type: 'RAW_HTTP', url: recipient.url } } as const
  await createDrain(platform, application, '', wanted)
  const addon = { id: 'addon_one', ownerId: application.ownerId } as const
  await assert.rejects(createDrain(platform, addon, '', wanted), /no access log/)
  const http = {
    request: { host: 'shop.test', method: 'GET', path: '/cart', scheme: 'https' },
    response: { statusCode: 200, time: 33.6 },
  }
  const ends = { source: { ip: '192.0.2.7', port: 1 }, destination: { ip: '192.0.2.1', port: 443 } }
  const entry = { requestId: 'r1', bytesIn: 10, bytesOut: 512, ...ends, http }
  const append = (message: object) =>
    platform.accessLogs.append({
      applicationId: application.id,
      deploymentId: '',
      instanceId: '',
      commit: '',
      origin: 'instance',
      severity: 'info',
      message: JSON.stringify({ date: 1, applicationId: application.id, ...message }),
    })
  append({ dropped: 5 })
  append(entry)
  drains.move()
  await wait('a request', () => recipient.heard.length === 1)
  const [sent] = (recipient.heard[0]?.body ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(sent.message, '192.0.2.7 GET https://shop.test/cart 200 512 34ms')
  assert.deepEqual([sent.service, sent.http, sent.bytesOut], ['access', http, 512])
})

test('drain: private addresses, odd URLs and missing keys are refused, and there are ten at most', async () => {
  await using drains = await openDrains()
  const refused = (recipient: WantedRecipient, kind = 'invalid') =>
    assert.rejects(drains.add(recipient), { kind })
  const url = 'http://127.0.0.1:9/'
  for (const wrong of [
    'http://169.254.169.254/',
    'https://10.0.0.1/',
    'http://example.com/',
    'x',
  ]) {
    await refused({ type: 'RAW_HTTP', url: wrong })
  }
  for (const wrong of [
    'tcp://10.0.0.1:514',
    'tcp://[::ffff:10.0.0.1]:514',
    'tcp://169.254.169.254',
    'http://127.0.0.1/',
    'tcp://u:p@127.0.0.1:1',
    'tcp://127.0.0.1:1/x',
    'tcp:',
  ]) {
    await refused({ type: 'SYSLOG_TCP', url: wrong })
  }
  await refused({ type: 'SYSLOG_UDP', url: 'udp://0xa000001:514' })
  await refused({ type: 'SYSLOG_UDP', url: 'tcp://127.0.0.1:514' })
  await refused({ type: 'ELASTICSEARCH', url: `${url}_bulk` })
  await refused({ type: 'ELASTICSEARCH', url: `${url}_bulk`, index: '../Logs' })
  await refused({ type: 'NEWRELIC', url })
  await refused({ type: 'BETTERSTACK', url, sourceToken: 'a b' })
  await refused({ type: 'RAW_HTTP', url, password: 'alone' })
  await refused({ type: 'SYSLOG_TCP', url: 'tcp://127.0.0.1:9', structuredData: 'A="unended' })
  for (let count = 0; count < 10; count += 1) await drains.add({ type: 'RAW_HTTP', url })
  await refused({ type: 'RAW_HTTP', url }, 'conflict')
})
