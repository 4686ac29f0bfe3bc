import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '#client/client.ts'
import { shellRequest } from '#client/resources/terminals.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { one } from '#tests/support/applications/live-application.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

const timeout = 120_000

let api: TestApi
let application: Application
before(async () => {
  api = await openTestApi()
  const { id } = await api.application()
  application = (await api.platform.store.applications.find(id)) ?? assert.fail()
  assert.equal((await api.deploy(application, one)).state, 'live')
})
after(() => api[Symbol.asyncDispose]())

const member = () =>
  somebody(api, { role: 'DEVELOPER', organisationId: api.account.organisationId })

const lower = ({ id: userId }: Person) =>
  api.platform.store.members.put({
    organisationId: api.account.organisationId,
    userId,
    role: 'ACCOUNTING',
    job: '',
  })

/** A shell that prints without end to a client that shows nothing. */
async function flood({ token, secret }: Person) {
  const { consumerKey, consumerSecret } = api.account
  const credentials = { consumerKey, consumerSecret, token, secret }
  const client = createClient({ api: api.url, credentials })
  let isFull = false
  const session = client.terminals.open(shellRequest(application, { command: 'flood' }), {
    onOutput() {
      isFull = true
      return new Promise(() => {})
    },
  })
  await until(() => isFull, { timeout, what: 'output' })
  return { ended: session.ended, [Symbol.dispose]: () => client.close() }
}

test('terminal: a client that shows nothing hears that its role was lowered', async () => {
  const ann = await member()
  using shell = await flood(ann)
  await lower(ann)
  const end = await shell.ended
  assert.match('error' in end ? end.error : '', /ACCOUNTING does not allow this/)
})

test('terminal: a client that shows nothing hears that its token was revoked', async () => {
  const bob = await member()
  using shell = await flood(bob)
  await api.platform.store.accessTokens.removeOf(bob.id)
  const end = await shell.ended
  assert.match('error' in end ? end.error : '', /login has expired or was revoked/)
})
