import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#api/http/endpoint.ts'
import { pathsOf } from '#api/http/routes.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import {
  comparable,
  credentialsOf,
  forEach,
  type Request,
  rightCall,
  send,
  unknownLike,
  withValues,
} from './ask.ts'
import { allEndpoints, entryOf, isGuarded, keyOf, listenerOf } from './entries.ts'
import { unchanged } from './facts.ts'
import { openMatrixApi, openScene, type Scene } from './scene.ts'
import { createScenes } from './scenes.ts'

/** An administrator uses ids of other owners, one at a time, in paths and bodies that are otherwise valid. */
let setup: TestApi
let theirs: Scene
const guarded = allEndpoints
  .filter(isGuarded)
  .flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ endpoint, path })))
const foreign = new Map<string, Record<string, string>>()

before(async () => {
  setup = await openMatrixApi()
  theirs = await openScene(setup)
  for (const { endpoint, path } of guarded) {
    const { values } = await rightCall(endpoint, path, entryOf(endpoint), theirs)
    foreign.set(`${endpoint.method} ${path}`, values)
  }
})
after(() => setup[Symbol.asyncDispose]())

const ofTheirs = () => [theirs.organisationId, theirs.application.id, theirs.owner.id]

function leaksNothing(body: string, who: string) {
  for (const mark of theirs.marks) assert.ok(!body.includes(mark), `${who} shows ${mark}: ${body}`)
}

const ask = (endpoint: Endpoint, request: Request, scene: Scene) =>
  send(setup, listenerOf(setup, endpoint), request, credentialsOf(endpoint, scene))

/** Path parameters that name nothing of anybody: the kind of a second factor, a month, a price, a place in a file, an example of ours. */
const ownerless = ['kind', 'month', 'price', 'offset', 'example']

/** Path parameters with an owner. */
const namesIn = (path: string) =>
  [...path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !ownerless.includes(name))

/** Names that each owner chooses: the same name elsewhere is another object, as a draft in another bucket is. */
const chosen = ['name', 'email', 'featureName', 'tag', 'draftId']

/** Operators are excluded, because they may access objects of others. */
const cases = guarded
  .filter(({ endpoint }) => endpoint.access !== 'operator')
  .flatMap((one) => namesIn(one.path).map((name) => ({ ...one, name })))

test('foreign ids: in the path they are answered like unknown ones', async () => {
  assert.ok(cases.length > 0)
  const sceneOf = createScenes(setup)
  await unchanged(
    setup.database,
    () =>
      forEach(cases, async ({ endpoint, path, name }) => {
        const value = foreign.get(`${endpoint.method} ${path}`)?.[name] ?? assert.fail(name)
        const answers = [value, unknownLike(value)].map(async (other) => {
          const mine = await sceneOf(endpoint)
          const right = await rightCall(endpoint, path, entryOf(endpoint), mine)
          const values = { ...right.values, [name]: other }
          const answer = await ask(endpoint, withValues(right, path, values), mine)
          leaksNothing(answer.body, keyOf(endpoint))
          return comparable(answer, { ...right.values, ...values, called: mine.application.name })
        })
        const [real, unknown] = await Promise.all(answers)
        const what = `${endpoint.method} ${path}, ${name}`
        assert.ok(real && real.status < 500, what)
        if (entryOf(endpoint).tellsApart?.[name]) return
        if (chosen.includes(name) && real.status < 400) assert.equal(unknown?.status, real.status)
        else assert.deepEqual(real, unknown, what)
        assert.ok(real.status >= 400 || chosen.includes(name), `${what}: ${real.body}`)
      }),
    ofTheirs(),
  )
})

test('foreign ids: in the body they have no effect', async () => {
  const { organisationId, application, owner } = theirs
  const ids = {
    ownerId: organisationId,
    orgaId: organisationId,
    organisationId,
    owner: organisationId,
    applicationId: application.id,
    appId: application.id,
    id: application.id,
    userId: owner.id,
    user: owner.id,
    authorId: owner.id,
    memberId: owner.id,
  }
  await unchanged(
    setup.database,
    () =>
      forEach(guarded, async ({ endpoint, path }) => {
        if (endpoint.method === 'GET') return
        const mine = await openScene(setup)
        const right = await rightCall(endpoint, path, entryOf(endpoint), mine)
        const isRecord = typeof right.body === 'string' && right.body.startsWith('{')
        if (right.body !== undefined && !isRecord) return
        const body = { ...JSON.parse(String(right.body ?? '{}')), ...ids }
        const headers = { ...right.headers, 'content-type': 'application/json' }
        const answer = await ask(endpoint, { ...right, headers, body: JSON.stringify(body) }, mine)
        assert.ok(answer.status < 500, keyOf(endpoint))
        leaksNothing(answer.body, keyOf(endpoint))
      }),
    ofTheirs(),
  )
})

test('foreign ids: in the query they have no effect', async () => {
  const { organisationId, application, owner } = theirs
  const ids = new URLSearchParams({
    ownerId: organisationId,
    orgaId: organisationId,
    organisationId,
    owner: organisationId,
    applicationId: application.id,
    appId: application.id,
    userId: owner.id,
    email: owner.email,
    user: owner.email,
  })
  const things = [...foreign.values()]
    .flatMap(Object.values)
    .filter((value) => value.length >= 10 && !ids.toString().includes(value))
  assert.ok(things.length > 10)
  await forEach(guarded, async ({ endpoint, path }) => {
    if (endpoint.method !== 'GET' || endpoint.access === 'operator') return
    const mine = await openScene(setup)
    const right = await rightCall(endpoint, path, entryOf(endpoint), mine)
    const joined = `${right.path}${right.path.includes('?') ? '&' : '?'}${ids}`
    const answer = await ask(endpoint, { ...right, path: joined }, mine)
    leaksNothing(answer.body, keyOf(endpoint))
    for (const id of things) assert.ok(!answer.body.includes(id), `${keyOf(endpoint)} lists ${id}`)
  })
})
