import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AuditRecord } from '#client/resources/accounts/audit.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import {
  aConsumer,
  bearerOf,
  type Person,
  somebody,
  tokenOf,
} from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { withNouns } from '#tests/support/platform/test-store.ts'

let api: TestApi
let owner: Person
let organisationId: OrganisationId

before(async () => {
  api = await openTestApi()
  organisationId = api.account.organisationId
  owner = await somebody(api, { role: 'ADMIN', organisationId })
})
after(() => api[Symbol.asyncDispose]())

async function ask(
  method: string,
  path: string,
  body?: unknown,
  { authorization = owner.authorization, origin = api.url } = {},
) {
  const answer = await fetch(origin + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, json: (await answer.json()) as Record<string, string> }
}

const list = async (query = '', ownerId: string = organisationId): Promise<AuditRecord[]> => {
  const { status, json } = await ask('GET', `/v2/organisations/${ownerId}/audit${query}`)
  assert.equal(status, 200, JSON.stringify(json))
  return json as unknown as AuditRecord[]
}
const newest = async (query = '', ownerId = organisationId) =>
  (await list(query, ownerId))[0] ?? assert.fail('nothing was written down')

const applicationIn = async (id = organisationId): Promise<string> => {
  const body = { name: 'hello', instanceType: 'node', zone: 'par' }
  return (await ask('POST', `/v2/organisations/${id}/applications`, body)).json.id ?? assert.fail()
}

test('audit API: an entry has user, action, target, client address and credential', async () => {
  const id = await applicationIn()
  const { id: entryId, date, ...record } = await newest()
  assert.match(entryId, /^audit_/)
  assert.ok(Math.abs(Date.parse(date) - Date.now()) < 60_000)
  assert.deepEqual(record, {
    action: 'application.create',
    target: id,
    outcome: 'done',
    from: '127.0.0.1',
    user: { id: owner.id, email: owner.email, name: owner.email.split('@')[0] },
    credential: 'access token',
    credentialId: `${owner.token.slice(0, 8)}…`,
    consumer: { key: api.account.consumerKey, name: 'Command-line tools' },
  })
})

test('audit API: the id of an API token, or the name of a consumer, is recorded', async () => {
  const { id, authorization } = await bearerOf(api, owner.id)
  const path = `/v2/organisations/${organisationId}/applications/${await applicationIn()}/env/A`
  await ask('PUT', path, { value: 'of-nobody' }, { authorization, origin: api.bridge })
  const byToken = await newest()
  assert.deepEqual([byToken.credential, byToken.credentialId], ['api token', id])
  assert.equal(byToken.consumer, null)
  assert.doesNotMatch(JSON.stringify(byToken), /of-nobody/)

  const consumer = await aConsumer(api, organisationId, ['manage_organisations_applications'])
  const program = await tokenOf(api, owner.id, { consumer })
  await ask('PUT', path, { value: 'x' }, program)
  assert.deepEqual((await newest()).consumer, { key: consumer.key, name: 'Program' })
  await api.platform.store.consumers.remove(consumer.key)
  assert.deepEqual((await newest()).consumer, { key: consumer.key, name: '' })
})

test('audit API: refused and failed calls are listed, attempts of non-members are not', async () => {
  const developer = await somebody(api, { role: 'DEVELOPER', organisationId })
  const path = `/v2/organisations/${organisationId}/applications/${await applicationIn()}`
  assert.equal((await ask('DELETE', path, undefined, developer)).status, 403)
  const refused = await newest()
  assert.deepEqual([refused.outcome, refused.user.id], ['refused', developer.id])

  assert.equal((await ask('PUT', `${path}/env/A%3DB`, { value: 'x' })).status, 400)
  assert.deepEqual((await newest()).outcome, 'failed')

  const before = await newest()
  assert.equal((await ask('DELETE', path, undefined, await somebody(api))).status, 404)
  assert.deepEqual(await newest(), before)
})

test("audit API: a log begins with the creation; the deletion is in the deleting user's log", async () => {
  const { id = '' } = (await ask('POST', '/v2/organisations', { name: 'Short-lived' })).json
  assert.deepEqual(
    (await list('', id)).map(({ action, target }) => [action, target]),
    [['organisation.create', id]],
  )
  assert.equal((await ask('DELETE', `/v2/organisations/${id}`)).status, 200)
  assert.equal((await ask('GET', `/v2/organisations/${id}/audit`)).status, 404)
  const [last] = await list('', owner.id)
  assert.deepEqual([last?.action, last?.target], ['organisation.delete', id])
})

test('audit API: an access token in a path is truncated', async () => {
  const { token } = await tokenOf(api, owner.id)
  assert.equal((await ask('DELETE', `/v2/self/tokens/${token}`)).status, 200)
  const [last] = await list('', owner.id)
  assert.deepEqual([last?.action, last?.target], ['access-token.revoke', `${token.slice(0, 8)}…`])
  const kept = JSON.stringify(await api.platform.store.audit.listOf(owner.id, { limit: 100 }))
  assert.ok(!kept.includes(token) && !kept.includes(owner.token))
})

test('audit API: the list is filtered and paged', async () => {
  const all = await list('?limit=1000')
  const actions = await list('?action=application.create')
  assert.ok(actions.length > 0 && actions.length < all.length)
  assert.ok(actions.every(({ action }) => action === 'application.create'))
  const byOwner = all.filter(({ user }) => user.id === owner.id)
  assert.deepEqual(await list(`?userId=${owner.id}&limit=1000`), byOwner)
  assert.deepEqual(await list(`?email=${owner.email.toUpperCase()}&limit=1000`), byOwner)
  assert.deepEqual(await list('?email=nobody@people.test'), [])
  assert.deepEqual(await list(`?limit=2&before=${all[1]?.id}`), all.slice(2, 4))
  for (const limit of ['0', '1001', 'x']) {
    const { status } = await ask('GET', `/v2/organisations/${organisationId}/audit?limit=${limit}`)
    assert.equal(status, 400, limit)
  }
})

test('audit API: entries outlive the user and the application', async () => {
  const leaver = await somebody(api, { role: 'MANAGER', organisationId })
  const id = await applicationIn()
  const path = `/v2/organisations/${organisationId}/applications/${id}`
  assert.equal((await ask('DELETE', path, undefined, leaver)).status, 200)
  await api.platform.store.users.remove(leaver.id)
  const { user, target } = await newest()
  assert.deepEqual([user, target], [{ id: leaver.id, email: '', name: '' }, id])
})

test('audit API: an action is not performed when its entry cannot be written', async () => {
  const { audit } = api.platform.store
  const { add } = audit
  const before = await api.platform.store.applications.listOf(organisationId)
  audit.add = async () => {
    throw Object.assign(new Error('no room'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  }
  try {
    const body = { name: 'unseen', instanceType: 'node', zone: 'par' }
    const path = `/v2/organisations/${organisationId}/applications`
    assert.equal((await ask('POST', path, body)).status, 503)
  } finally {
    audit.add = add
  }
  assert.deepEqual(await api.platform.store.applications.listOf(organisationId), before)
})

test('audit API: an action whose outcome was not recorded stays begun', async () => {
  const { store } = api.platform
  const { transaction } = store
  const settle = async () => {
    throw Object.assign(new Error('no room'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  }
  store.transaction = (work) =>
    transaction((inside) => work(withNouns(inside, { audit: { ...inside.audit, settle } })))
  try {
    const path = `/v2/organisations/${organisationId}/applications`
    const body = { name: 'half-seen', instanceType: 'node', zone: 'par' }
    assert.equal((await ask('POST', path, body)).status, 200)
  } finally {
    store.transaction = transaction
  }
  assert.deepEqual((await newest()).outcome, 'begun')
})
