import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#api/endpoint.ts'
import { pathsOf } from '#api/endpoint-table.ts'
import { endpoints } from '#api/endpoints.ts'
import { plaintextHeader } from '#client/oauth1.ts'
import { newId } from '#kit/ids.ts'
import { issueAccessToken } from '#platform/access/access-tokens.ts'
import { everyRight } from '#platform/access/rights.ts'
import { newOrganisation, type Role } from '#platform/accounts/organisation.ts'
import { newUser } from '#platform/accounts/user.ts'
import type { Application } from '#platform/applications/application.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/api.ts'
import { commitOf } from '#tests/fixtures/platform.ts'

/**
 * The law of strangers: every endpoint is called by those who may not, with everything else right. Nothing is
 * answered, nothing is changed, and what belongs to others looks exactly like what does not exist.
 */
let setup: TestApi
let application: Application
let deploymentId: string

before(async () => {
  setup = await openTestApi()
  application = await setup.application({ environment: { SECRET: 'of-the-owner' } })
  deploymentId = (await setup.deploy(application, commitOf('1'))).id
})
after(() => setup[Symbol.asyncDispose]())

interface Answer {
  status: number
  body: string
}

/** The path with its parameters filled in: of the real application, or of one that does not exist. */
function fill(path: string, real: boolean): string {
  const values: Record<string, string> = {
    ownerId: real ? application.ownerId : newId('orga'),
    applicationId: real ? application.id : newId('app'),
    deploymentId: real ? deploymentId : newId('deployment'),
    name: 'SECRET',
    typeAndVersion: 'node-20260101',
  }
  return path.replace(/:(\w+)/g, (_, name) => values[name] ?? assert.fail(`no value for :${name}`))
}

async function call(method: string, path: string, authorization?: string): Promise<Answer> {
  const answer = await fetch(`${setup.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    ...(method === 'PUT' || method === 'POST' ? { body: '{"name":"x","value":"x"}' } : {}),
  })
  return { status: answer.status, body: await answer.text() }
}

/** Somebody with an account, and a role in the owner's organisation if one is given. */
async function somebody(role?: Role): Promise<string> {
  const { store } = setup.platform
  const id = newId('user')
  await store.users.add(newUser(id, { email: `${id}@x.test`, passwordHash: '' }, 1))
  const organisation = newOrganisation(newId('orga'), 'their own', 1)
  await store.organisations.add(organisation)
  await store.members.put({ organisationId: organisation.id, userId: id, role: 'ADMIN', job: '' })
  if (role)
    await store.members.put({ organisationId: application.ownerId, userId: id, role, job: '' })
  const { consumerKey, consumerSecret } = setup.account
  const { token, secret } = await issueAccessToken(setup.platform, {
    ...{ consumerKey, userId: id, rights: everyRight },
    for: 'tool',
  })
  return plaintextHeader({ consumerKey, consumerSecret, token, secret })
}

/** Everything that a stranger could have changed. */
async function facts(): Promise<string> {
  const { store } = setup.platform
  return JSON.stringify([
    await store.applications.listAll(),
    await store.variables.of(application.id),
    await store.deployments.listOf(application.id, {}),
    await store.instances.listAll(),
    await store.domains.listOf(application.id),
  ])
}

const guarded = endpoints.filter(({ access }) => access !== 'anyone')
const owned = guarded.filter(({ access }) => access.includes(':'))
const withoutIds = (body: string) => body.replace(/\w+_[0-9a-f-]{36}|[0-9a-f-]{36}/g, '<id>')

const onEvery = (
  sentence: string,
  list: Endpoint[],
  body: (method: string, path: string, endpoint: Endpoint) => Promise<void>,
) =>
  test(sentence, async () => {
    assert.ok(list.length > 0)
    const before = await facts()
    for (const endpoint of list) {
      for (const path of pathsOf(endpoint)) await body(endpoint.method, path, endpoint)
    }
    assert.equal(await facts(), before, 'something was changed')
  })

onEvery('nobody gets 401', guarded, async (method, path) => {
  const { status, body } = await call(method, fill(path, true))
  assert.equal(status, 401, `${method} ${path}: ${body}`)
})

onEvery('a bearer token is sent to the bridge', guarded, async (method, path) => {
  const { status, body } = await call(method, fill(path, true), 'Bearer abc')
  assert.equal(status, 401)
  assert.match(body, /bridge/)
})

onEvery('a wrong signature gets 401', guarded, async (method, path) => {
  const { consumerKey, consumerSecret, token } = setup.account
  const wrong = plaintextHeader({ consumerKey, consumerSecret, token, secret: 'wrong' })
  assert.equal((await call(method, fill(path, true), wrong)).status, 401, `${method} ${path}`)
})

test('an expired access token gets 401', async () => {
  const { consumerKey, consumerSecret } = setup.account
  const [user] = [newId('user')]
  const { store } = setup.platform
  await store.users.add(newUser(user, { email: `${user}@x.test`, passwordHash: '' }, 1))
  const expired = { token: 'expired', secret: 's', consumerKey, userId: user, createdAt: 1 }
  await store.accessTokens.add({ ...expired, rights: everyRight, expiresAt: 2, lastUsedAt: 1 })
  const header = plaintextHeader({ consumerKey, consumerSecret, token: 'expired', secret: 's' })
  const { status, body } = await call('GET', '/v2/self', header)
  assert.equal(status, 401)
  assert.match(body, /expired/)
})

onEvery('what belongs to others looks like what does not exist', owned, async (method, path) => {
  const isOwners = path.includes(':ownerId') || path.includes(':applicationId')
  if (!isOwners) return
  const stranger = await somebody()
  const [real, unknown] = [
    await call(method, fill(path, true), stranger),
    await call(method, fill(path, false), stranger),
  ]
  assert.equal(real.status, 404, `${method} ${path}: ${real.body}`)
  assert.deepEqual(
    { ...real, body: withoutIds(real.body) },
    { ...unknown, body: withoutIds(unknown.body) },
  )
})

onEvery(
  'an application under the id of another organisation is not there',
  owned,
  async (method, path) => {
    if (!path.includes(':applicationId') || !path.includes(':ownerId')) return
    const stranger = await somebody('ADMIN')
    const [, theirs] = JSON.parse((await call('GET', '/v2/organisations', stranger)).body)
    const elsewhere = fill(path, true).replace(application.ownerId, theirs.id)
    if (elsewhere.includes(application.ownerId)) return
    assert.equal((await call(method, elsewhere, stranger)).status, 404, `${method} ${path}`)
  },
)

onEvery('an accountant may look at no application', owned, async (method, path, { access }) => {
  if (!path.includes(':applicationId') && path.startsWith('/v2/self')) return
  const { status } = await call(method, fill(path, true), await somebody('ACCOUNTING'))
  assert.equal(status, 403, `${method} ${path} (${access})`)
})

const administered = owned.filter(({ access }) => access.endsWith(':administer'))
onEvery('a developer may not create or delete', administered, async (method, path) => {
  if (!path.includes(':applicationId') && path.startsWith('/v2/self')) return
  const { status } = await call(method, fill(path, true), await somebody('DEVELOPER'))
  assert.equal(status, 403, `${method} ${path}`)
})

test('the value of a variable is shown to nobody but those who may', async () => {
  const path = fill('/v2/organisations/:ownerId/applications/:applicationId/env', true)
  const { consumerKey, consumerSecret, token, secret } = setup.account
  const owner = plaintextHeader({ consumerKey, consumerSecret, token, secret })
  assert.match((await call('GET', path, owner)).body, /of-the-owner/)
  assert.doesNotMatch((await call('GET', path, await somebody())).body, /of-the-owner/)
})
