import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alert } from '#client/resources/alerts.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'

async function administrator(api: TestApi) {
  const user = await api.platform.store.users.findByEmail(api.account.email)
  assert.ok(user)
  return seat(api, user.id)
}

test('berth alerts: one is added, changed, listed and removed', async () => {
  await using api = await openTestApi()
  await using admin = await administrator(api)
  const application = await api.application()
  const org = ['--org', api.account.organisationId]
  assert.match((await admin.type('alerts', ...org)).out, /^No alerts/)
  const added = await admin.type('alerts', 'add', '5xx', '5', '--app', application.id, '-m', '3')
  const [, id = ''] =
    /^Added the alert (alert_\S+): 5xx responses above 5 % for 3 minutes, for hello/.exec(
      added.out,
    ) ?? assert.fail(added.err)
  assert.match(
    (await admin.type('alerts', 'change', id, '--threshold', '7.5')).out,
    /above 7\.5 % for 3 minutes/,
  )
  const alert = { ruleId: id as `alert_${string}`, resourceId: application.id, since: 0, value: 80 }
  await api.platform.store.activeAlerts.add(alert)
  const listed = (await admin.type('alerts', ...org)).out
  assert.match(listed, /active: hello \S+ at 80 % since 1970-01-01T00:00:00\.000Z/)
  const json = JSON.parse((await admin.type('alerts', ...org, '--format', 'json')).out) as Alert[]
  assert.deepEqual(
    json.map(({ kind, threshold, state, resourceId }) => [kind, threshold, state, resourceId]),
    [['5xx', 7.5, 'active', application.id]],
  )
  assert.equal((await admin.type('alerts', 'remove', id)).out, `Removed the alert ${id}.\n`)
  assert.match((await admin.type('alerts', 'remove', id)).err, /You have no alert/)
})

test('berth alerts add: kinds, numbers and targets are checked, and targets are kept', async () => {
  await using api = await openTestApi()
  await using admin = await administrator(api)
  const org = ['--org', api.account.organisationId]
  const add = async (...words: string[]) =>
    (await admin.type('alerts', 'add', ...words, ...org)).err
  assert.match(await add('speed', '5'), /no alert for 'speed'[\s\S]*cpu, memory, 5xx/)
  assert.match(await add('cpu', 'much'), /Invalid threshold 'much'/)
  assert.match(await add('cpu', '101'), /between 1 % and 100 %/)
  assert.match(await add('cpu', '90', '--to', 'webhook_x'), /no webhook or e-mail notification/)
  const hook = await admin.type(
    ...['webhooks', 'add', 'phone', 'http://127.0.0.1:9/my-topic', '--hook-format', 'ntfy', ...org],
  )
  const [, id = ''] = /the webhook (webhook_\S+)\./.exec(hook.out) ?? assert.fail(hook.err)
  const added = await admin.type('alerts', 'add', 'disk', '85', '--to', id, ...org, '-F', 'json')
  assert.deepEqual((JSON.parse(added.out) as Alert).targets, [id])
})
