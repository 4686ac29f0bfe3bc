import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { seat } from '#tests/support/visitors/form-driver.ts'

/** The first account, logged in, with its organisation. */
async function administrator(api: TestApi) {
  const user = await api.platform.store.users.findByEmail(api.account.email)
  assert.ok(user)
  return seat(api, user.id)
}

test('berth webhooks: one is added with its secret, listed, given another secret and removed', async () => {
  await using api = await openTestApi()
  await using admin = await administrator(api)
  const { organisationId } = api.account
  const org = ['--org', organisationId]
  assert.match((await admin.type('webhooks')).out, /^No webhooks/)
  const added = await admin.type(
    ...['webhooks', 'add', 'chat', 'http://127.0.0.1:9/', '--hook-format', 'slack'],
    ...['--event', 'DEPLOYMENT_FAIL,META_CREDITS', ...org],
  )
  const [, id = '', secret = ''] =
    /the webhook (webhook_\S+)\.\n.*: (whsec_\S+)\n$/.exec(added.out) ?? assert.fail(added.err)
  assert.equal(
    (await admin.type('webhooks', ...org)).out,
    [
      'chat',
      `  id: ${id}`,
      `  services: ${organisationId}`,
      '  events: DEPLOYMENT_FAIL, META_CREDITS',
      '  hooks:',
      '    http://127.0.0.1:9/ (slack)',
      '',
    ].join('\n'),
  )
  const listed = (await admin.type('webhooks', '--format', 'json')).out
  assert.ok(!listed.includes(secret), 'it is shown once')
  const renewed = (await admin.type('webhooks', 'renew-secret', id)).out.trim()
  assert.match(renewed, /^whsec_/)
  assert.notEqual(renewed, secret)
  assert.match((await admin.type('webhooks', 'deliveries', id)).out, /^Nothing was sent yet/)
  assert.match((await admin.type('webhooks', 'replay', id, 'x')).err, /no delivery x/)
  assert.equal((await admin.type('webhooks', 'remove', id)).out, `Removed the webhook ${id}.\n`)
  assert.match((await admin.type('webhooks', 'remove', id)).err, /You have no notification/)
})

test('berth webhooks add: bad addresses, events and scopes are refused with a reason', async () => {
  await using api = await openTestApi()
  await using admin = await administrator(api)
  const add = async (...words: string[]) => (await admin.type('webhooks', 'add', 'x', ...words)).err
  assert.match(await add('http://169.254.169.254/'), /private address/)
  assert.match(await add('http://example.com/'), /over HTTPS only/)
  assert.match(await add('http://127.0.0.1:9/', '--event', 'NONE'), /no event NONE/)
  assert.match(await add('http://127.0.0.1:9/', '--service', 'app_x'), /--org is required/)
  const org = ['--org', api.account.organisationId]
  assert.match(await add('http://127.0.0.1:9/', '--service', 'app_x', ...org), /no application/)
})

test('berth notify-email: targets are members, and a wrong one is refused', async () => {
  await using api = await openTestApi()
  await using admin = await administrator(api)
  const { email } = api.account
  const notify = async (text: string) =>
    admin.type('notify-email', 'add', 'failures', '--notify', text)
  assert.match((await notify('x@stranger.test')).err, /neither a member nor a confirmed address/)
  assert.match((await notify('nonsense')).err, /Invalid --notify 'nonsense'/)
  assert.match((await notify(`organisation,${email}`)).out, /^Added the e-mail notification/)
  const { out } = await admin.type('notify-email')
  assert.match(out, new RegExp(`events: ALL\\n {2}to: whole team, ${email}\\n$`))
})
