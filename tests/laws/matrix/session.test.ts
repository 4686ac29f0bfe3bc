import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { roles } from '#platform/model/identity/accounts/organisation.ts'
import { somebody } from '#tests/support/people/people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import {
  comparable,
  forEach,
  type Request,
  rightCall,
  send,
  unknownLike,
  withValues,
} from './ask.ts'
import { allowedAt, endpoints, entryOf, isGuarded, isOwned, keyOf, someonesIds } from './entries.ts'
import { unchanged } from './facts.ts'
import { openMatrixApi, openScene, pageOf, type Scene } from './scene.ts'
import { createScenes } from './scenes.ts'

/**
 * The column of browser sessions: a cookie with its CSRF token is answered as an access token of that user is, and a
 * cookie without it as nobody. Other paths of an endpoint share its authentication, so one is enough.
 */
let setup: TestApi
let scene: Scene
const guarded = endpoints
  .filter((one) => isGuarded(one) && one.access !== 'provider')
  .map((endpoint) => ({ endpoint, path: endpoint.path }))
const calls = new Map<string, Request>()

before(async () => {
  setup = await openMatrixApi()
  scene = await openScene(setup)
  for (const { endpoint, path } of guarded) {
    calls.set(keyOf(endpoint), await rightCall(endpoint, path, entryOf(endpoint), scene))
  }
})
after(() => setup[Symbol.asyncDispose]())

const callOf = ({ endpoint }: (typeof guarded)[number]): Request =>
  calls.get(keyOf(endpoint)) ?? assert.fail()

test('session: a cookie without its own token, or from another origin, is nobody', async () => {
  const right = await pageOf(setup, scene.owner.id)
  const other = await pageOf(setup, scene.owner.id)
  const { cookie, 'x-berth-csrf': token } = right
  const { 'x-berth-csrf': otherToken } = other
  const nobodies = {
    'no token': { cookie },
    'an empty token': { cookie, 'x-berth-csrf': '' },
    'the token of another session of the same user': { cookie, 'x-berth-csrf': otherToken },
    'a token without a cookie': { 'x-berth-csrf': token },
    'another site': { ...right, 'sec-fetch-site': 'cross-site' },
    'another origin of the same site': { ...right, 'sec-fetch-site': 'same-site' },
    'a foreign origin': { ...right, origin: 'https://evil.example' },
    'a wrong signature as well': { ...right, authorization: 'OAuth oauth_token="x"' },
  }
  await unchanged(setup.database, () =>
    forEach(guarded, async (one) => {
      for (const [wrong, headers] of Object.entries(nobodies)) {
        const { status, body } = await send(setup, setup.url, callOf(one), headers)
        assert.equal(status, 401, `${keyOf(one.endpoint)} with ${wrong}: ${body}`)
      }
    }),
  )
})

test('session: an object of another owner looks nonexistent', async () => {
  const stranger = await openScene(setup)
  const page = await pageOf(setup, stranger.owner.id)
  await unchanged(setup.database, () =>
    forEach(guarded.filter(isOwned), async (one) => {
      const request = callOf(one)
      const values = { ...request.values }
      for (const name of someonesIds) {
        if (values[name]) values[name] = unknownLike(values[name])
      }
      const unknown = withValues(request, one.path, values)
      const real = await send(setup, setup.url, request, page)
      assert.equal(real.status, 404, `${keyOf(one.endpoint)}: ${real.body}`)
      assert.deepEqual(
        comparable(real, request.values),
        comparable(await send(setup, setup.url, unknown, page), unknown.values),
      )
    }),
  )
})

test('session: a role without the permission gets 403', async () => {
  const members = new Map<string, Record<string, string>>()
  for (const role of roles) {
    const { id } = await somebody(setup, { role, organisationId: scene.organisationId })
    members.set(role, await pageOf(setup, id))
  }
  await unchanged(setup.database, () =>
    forEach(guarded.filter(isOwned), async (one) => {
      const { roles: allowed } = allowedAt(one.endpoint)
      for (const role of roles.filter((other) => !allowed.includes(other))) {
        const { status, body } = await send(setup, setup.url, callOf(one), members.get(role))
        assert.equal(status, 403, `${role}, ${keyOf(one.endpoint)}: ${body}`)
      }
    }),
  )
})

test('session: its user can do what an access token of the user can', async () => {
  const sceneOf = createScenes(setup)
  await forEach(guarded, async ({ endpoint, path }) => {
    const own = await sceneOf(endpoint)
    const { status, sessionStatus = status } = entryOf(endpoint)
    const request = await rightCall(endpoint, path, entryOf(endpoint), own)
    const page = await pageOf(setup, own.owner.id)
    const answer = await send(setup, setup.url, request, page)
    assert.equal(answer.status, sessionStatus, `${keyOf(endpoint)}: ${answer.body}`)
  })
})
