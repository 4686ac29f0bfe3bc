import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHttpRecipient } from '#tests/support/drains/recipients.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'

test('berth drain: one is created, checked, disabled, enabled and removed', async () => {
  await using api = await openTestApi()
  await using recipient = await openHttpRecipient()
  const user = await api.platform.store.users.findByEmail(api.account.email)
  await using admin = await seat(api, user?.id ?? assert.fail())
  const application = await api.application()
  const type = async (...words: string[]) => {
    const { out, err } = await admin.type('drain', ...words, '--app', application.id)
    return out || err
  }
  assert.match(await type(), /^No drains/)
  const created = await type('create', 'raw-http', recipient.url, '-u', 'me', '-p', 'secret')
  const [, id = ''] =
    /^Created the drain (drain_\S+) of hello/.exec(created) ?? assert.fail(created)
  const shown = [
    id,
    `  to: ${recipient.url} (raw-http)`,
    '  state: ENABLED, RUNNING',
    '  waiting: 0 lines, 0.0 sent per second',
    '',
  ].join('\n')
  assert.equal(await type(), shown)
  assert.equal(await type('get', id), shown)
  assert.equal(await type('check', id), 'OK: A test line was taken by the recipient.\n')
  assert.equal(await type('disable', id), `Disabled the drain ${id}.\n`)
  assert.match(await type(), /state: DISABLED, NOT_RUNNING/)
  assert.equal(await type('enable', id), `Enabled the drain ${id}.\n`)
  const [listed] = JSON.parse(await type('--format', 'json'))
  assert.deepEqual([listed.id, listed.recipient.password], [id, '********'])
  assert.equal(await type('remove', id), `Removed the drain ${id}.\n`)
  assert.match(await type('remove', id), /There is no drain/)
  assert.match(await type('create', 'raw-http', recipient.url, '--audit-log'), /^Created the drain/)
  assert.match(await type(), /\n {2}log: who did what\n/)
  const both = await type('create', 'raw-http', recipient.url, '--audit-log', '--access-log')
  assert.match(both, /A drain sends one log/)
  assert.match(await type('create', 'pigeon', recipient.url), /'pigeon' is not a type of drain/)
  assert.match(await type('create', 'newrelic', recipient.url), /needs an API key/)
  assert.match(await type('get', id, '--addon', 'x'), /--addon cannot be used together/)
})
