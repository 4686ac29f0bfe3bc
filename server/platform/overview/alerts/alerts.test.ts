import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmailHook } from '#platform/events/emails/email-hooks.ts'
import { dispatchEvents } from '#platform/events/hooks/dispatch-events.ts'
import { createWebhook } from '#platform/events/hooks/webhooks.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import { type MetricSample, noStatus } from '#platform/model/observability/sample.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import {
  addAlertRule,
  changeAlertRule,
  listAlertRules,
  removeAlertRule,
  type WantedAlert,
} from './alert-rules.ts'
import { watchRules } from './watch-rules.ts'

const minute = 60_000
const instance = '00000000-0000-4000-8000-000000000007' as InstanceId
/** Begin of a minute, so that samples are of whole ones. */
const start = Math.floor(Date.now() / minute) * minute

async function openAlerts() {
  const setup = await openTestPlatform()
  const { platform, account } = setup
  let now = start
  platform.clock = () => now
  const ownerId = account.organisationId
  const application = await setup.application()
  await platform.store.applications.setWanted(application.id, 'up')
  const user = await platform.store.users.findByEmail(account.email)
  const userId = user?.id ?? assert.fail('no first account')
  return {
    setup,
    platform,
    ownerId,
    userId,
    application,
    add: (wanted: WantedAlert) => addAlertRule(platform, ownerId, wanted),
    /** A minute passes in which this was measured, if anything. */
    async pass(sample: Partial<MetricSample> | null, about: Application = application) {
      if (sample) await sampled(setup, about, now, sample)
      now += minute
    },
    watch: () =>
      watchRules(platform, {
        signal: AbortSignal.timeout(300_000),
        onBug: (error) => assert.fail(String(error)),
      }),
    async events() {
      const all = await platform.store.events.listAfter([ownerId], 0, 500)
      return all.filter(({ name }) => name === 'ALERT_BEGIN' || name === 'ALERT_END')
    },
  }
}

const sampled = ({ metricStore }: TestPlatform, { id }: Application, at: number, sample: object) =>
  metricStore.add([
    {
      resourceId: id,
      source: instance,
      resolution: 'fine',
      samples: [{ at, duration: minute, requests: 0, status: noStatus, latency: [], ...sample }],
    },
  ])

const failing = { requests: 10, status: [0, 2, 0, 0, 8] }
const healthy = { requests: 10, status: [0, 10, 0, 0, 0] }

test('alerts: one message when it begins, and one when it ends', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  await alerts.add({ kind: '5xx', threshold: 50, minutes: 2, resourceId: alerts.application.id })
  for (let count = 0; count < 4; count += 1) {
    await alerts.pass(failing)
    await alerts.watch()
  }
  const [begun, ...more] = await alerts.events()
  assert.deepEqual(more, [])
  assert.equal(begun?.name, 'ALERT_BEGIN')
  assert.equal(begun?.subjectId, alerts.application.id)
  assert.equal(begun?.data.value, 80)
  const [listed] = await listAlertRules(alerts.platform, alerts.ownerId)
  assert.equal(listed?.active[0]?.name, alerts.application.name)
  for (let count = 0; count < 3; count += 1) {
    await alerts.pass(healthy)
    await alerts.watch()
  }
  assert.deepEqual(
    (await alerts.events()).map(({ name, data }) => [name, data.value]),
    [
      ['ALERT_BEGIN', 80],
      ['ALERT_END', 0],
    ],
  )
})

test('alerts: what is not measured is not zero; without a visitor nothing fails', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  await alerts.add({ kind: '5xx', threshold: 50, minutes: 1 })
  await alerts.pass({})
  await alerts.watch()
  assert.deepEqual(await alerts.events(), [])
  await alerts.pass(failing)
  await alerts.watch()
  for (let count = 0; count < 9; count += 1) await alerts.pass(null)
  await alerts.watch()
  assert.deepEqual(
    (await alerts.events()).map(({ name }) => name),
    ['ALERT_BEGIN'],
  )
  await alerts.pass({})
  await alerts.watch()
  assert.deepEqual(
    (await alerts.events()).map(({ name }) => name),
    ['ALERT_BEGIN', 'ALERT_END'],
  )
})

test('alerts: several servers that look at once begin and end one alert', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  await alerts.add({ kind: 'cpu', threshold: 90, minutes: 1 })
  await alerts.pass({ cpuSeconds: 118, maxCpus: 2 })
  await Promise.all([alerts.watch(), alerts.watch(), alerts.watch()])
  await alerts.pass({ cpuSeconds: 1, maxCpus: 2 })
  await Promise.all([alerts.watch(), alerts.watch(), alerts.watch()])
  assert.deepEqual(
    (await alerts.events()).map(({ name }) => name),
    ['ALERT_BEGIN', 'ALERT_END'],
  )
})

test('alerts: one of a whole organisation is about each of its applications', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  const other = await alerts.setup.application()
  await alerts.platform.store.applications.setWanted(other.id, 'up')
  await alerts.add({ kind: 'memory', threshold: 90, minutes: 1 })
  await sampled(alerts.setup, other, start, { memoryBytes: 95, maxMemoryBytes: 100 })
  await alerts.pass({ memoryBytes: 50, maxMemoryBytes: 100 })
  await alerts.watch()
  assert.deepEqual(
    (await alerts.events()).map(({ subjectId, data }) => [subjectId, data.value]),
    [[other.id, 95]],
  )
})

test('alerts: a stopped application ends them, a deleted one takes its own with it', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  const { store } = alerts.platform
  const { id } = alerts.application
  await alerts.add({ kind: 'cpu', threshold: 90, minutes: 1, resourceId: id })
  await alerts.pass({ cpuSeconds: 118, maxCpus: 2 })
  await alerts.watch()
  await store.applications.setWanted(id, 'down')
  await alerts.watch()
  const [, ended] = await alerts.events()
  assert.equal(ended?.data.reason, 'It no longer runs.')
  await store.applications.remove(id)
  assert.equal(await alerts.watch(), 1)
  assert.equal(await alerts.watch(), 0)
})

test('alerts: one of the organisation ends for an application that is deleted', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  await alerts.add({ kind: 'cpu', threshold: 90, minutes: 1 })
  await alerts.pass({ cpuSeconds: 118, maxCpus: 2 })
  await alerts.watch()
  await alerts.platform.store.applications.remove(alerts.application.id)
  await alerts.watch()
  await alerts.watch()
  assert.deepEqual(
    (await alerts.events()).map(({ name, data }) => [name, data.reason]),
    [
      ['ALERT_BEGIN', undefined],
      ['ALERT_END', 'It was deleted.'],
    ],
  )
})

test('alerts: a certificate that runs out, without a minute of waiting', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  const { platform, application, ownerId } = alerts
  const host = 'shop.example.test'
  const { store } = platform
  await store.domains.add({ host, path: '/', applicationId: application.id, favourite: false })
  await alerts.add({ kind: 'certificate', threshold: 14 })
  await alerts.watch()
  assert.deepEqual(await alerts.events(), [], 'one that is not there does not run out')
  const facts = { subject: host, issuer: 'x', serialNumber: '1', fingerprint: 'ab' }
  await store.certificates.add({
    ...facts,
    id: 'certificate_1',
    ownerId,
    source: 'uploaded',
    host: null,
    names: [host],
    chain: 'x',
    key: 'x',
    notBefore: start - 1,
    notAfter: start + 10 * 86_400_000,
    createdAt: start,
    warnedAt: null,
  })
  await alerts.watch()
  const [begun] = await alerts.events()
  assert.equal(begun?.data.value, 10)
})

test('alerts: those removed while they are active are told to be over', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  const rule = await alerts.add({ kind: 'cpu', threshold: 90, minutes: 1 })
  await alerts.pass({ cpuSeconds: 118, maxCpus: 2 })
  await alerts.watch()
  await removeAlertRule(alerts.platform, rule)
  const [, ended] = await alerts.events()
  assert.equal(ended?.data.reason, 'The alert was removed.')
  assert.equal(await alerts.watch(), 0)
})

test('alerts: targets get the messages whatever their filter, and nobody else does', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  const { platform, ownerId, userId } = alerts
  const filter = { name: 'x', scope: null }
  const urls = [{ format: 'raw', url: 'http://127.0.0.1:9/' }] as const
  const hook = (events: string[] | null) =>
    createWebhook(platform, ownerId, userId, { ...filter, events, urls })
  const chosen = await hook(['GIT_PUSH'])
  const general = await hook(['META_ALERT'])
  const mail = await createEmailHook(platform, ownerId, userId, {
    ...filter,
    events: ['GIT_PUSH'],
    notified: [],
  })
  const rule = await alerts.add({
    kind: 'cpu',
    threshold: 90,
    minutes: 1,
    targets: [chosen.id, mail.id],
  })
  const sent = async () => {
    await dispatchEvents(platform, AbortSignal.timeout(300_000))
    const counts = await Promise.all(
      [chosen, general].map(({ id }) => platform.store.webhookDeliveries.countPending(id)),
    )
    const mails = await platform.store.emailHookLines.listHooks()
    return [...counts, mails.length]
  }
  await alerts.pass({ cpuSeconds: 118, maxCpus: 2 })
  await alerts.watch()
  assert.deepEqual(await sent(), [1, 0, 1])
  await changeAlertRule(platform, rule, { threshold: 90, minutes: 1 })
  await alerts.pass({ cpuSeconds: 1, maxCpus: 2 })
  await alerts.watch()
  assert.deepEqual(await sent(), [1, 1, 1])
})

test('alerts: thresholds, resources and targets are checked', async () => {
  const alerts = await openAlerts()
  await using _ = alerts.setup
  const refused = async (wanted: WantedAlert, sentence: RegExp) =>
    assert.rejects(alerts.add(wanted), sentence)
  await refused({ kind: 'cpu', threshold: 0 }, /between 1 % and 100 %/)
  await refused({ kind: 'cpu', threshold: Number.NaN }, /between 1 % and 100 %/)
  await refused({ kind: 'latency', threshold: 1e9 }, /between 1 ms and 90000 ms/)
  await refused({ kind: 'cpu', threshold: 5, minutes: 0 }, /minutes must be between/)
  await refused({ kind: 'cpu', threshold: 5, minutes: 1.5 }, /minutes must be between/)
  await refused({ kind: 'cpu', threshold: 5, resourceId: 'app_x' }, /no application app_x/)
  await refused({ kind: 'disk', threshold: 5, resourceId: alerts.application.id }, /no add-on/)
  await refused({ kind: 'cpu', threshold: 5, targets: ['webhook_x'] }, /no webhook/)
  await refused({ kind: 'cpu', threshold: 5, targets: ['drain_x'] }, /no webhook/)
  for (let count = 0; count < 50; count += 1) await alerts.add({ kind: 'cpu', threshold: 50 })
  await refused({ kind: 'cpu', threshold: 5 }, /50 alerts already/)
})
