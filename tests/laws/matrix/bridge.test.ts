import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pathsOf } from '#api/http/routes.ts'
import { roles } from '#platform/model/identity/accounts/organisation.ts'
import { bearerOf, somebody } from '#tests/support/people/people.ts'
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
import { nobodiesOf, nobodiesOfBridge } from './callers.ts'
import {
  allowedAt,
  bridgeEndpoints,
  entryOf,
  isGuarded,
  isOwned,
  keyOf,
  someonesIds,
} from './entries.ts'
import { unchanged } from './facts.ts'
import { openMatrixApi, openScene, type Scene } from './scene.ts'

/** The law of strangers on the bridge, which accepts API tokens. */
let setup: TestApi
let scene: Scene
const guarded = bridgeEndpoints
  .filter(isGuarded)
  .flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ endpoint, path })))
const calls = new Map<string, Request>()

before(async () => {
  setup = await openMatrixApi()
  scene = await openScene(setup)
  for (const { endpoint, path } of guarded) {
    const request = await rightCall(endpoint, path, entryOf(endpoint), scene)
    calls.set(`${endpoint.method} ${path}`, request)
  }
})
after(() => setup[Symbol.asyncDispose]())

type Guarded = (typeof guarded)[number]
const callOf = ({ endpoint, path }: Guarded): Request =>
  calls.get(`${endpoint.method} ${path}`) ?? assert.fail()
const isTokens = ({ path }: Guarded) => path.startsWith('/api-tokens')

test('bridge: unauthenticated callers get 401', async () => {
  const nobodies = Object.entries(await nobodiesOfBridge(scene))
  await unchanged(setup.database, () =>
    forEach(
      guarded.flatMap((one) => nobodies.map((nobody) => ({ one, nobody }))),
      async ({ one, nobody: [wrong, headers] }) => {
        const { status, body } = await send(setup, setup.bridge, callOf(one), headers)
        assert.equal(status, 401, `${keyOf(one.endpoint)} with ${wrong}: ${body}`)
        for (const mark of scene.marks) assert.ok(!body.includes(mark), body)
      },
    ),
  )
})

test('bridge: an OAuth 1 signature gets 401 with the address of the API, except at /api-tokens', async () => {
  const { authorization } = scene.owner
  const elsewhere = guarded.filter((one) => !isTokens(one) && one.endpoint.access !== 'provider')
  await unchanged(setup.database, () =>
    forEach(elsewhere, async (one) => {
      const { status, body } = await send(setup, setup.bridge, callOf(one), { authorization })
      assert.equal(status, 401, keyOf(one.endpoint))
      assert.match(body, /OAuth 1 belongs/)
    }),
  )
})

test('bridge: /api-tokens accepts valid OAuth 1 signatures only', async () => {
  const { 'an API token': _, ...nobodies } = await nobodiesOf(scene)
  await unchanged(setup.database, () =>
    forEach(guarded.filter(isTokens), async (one) => {
      for (const [wrong, headers] of Object.entries(nobodies)) {
        const { status, body } = await send(setup, setup.bridge, callOf(one), headers)
        assert.equal(status, 401, `${keyOf(one.endpoint)} with ${wrong}: ${body}`)
      }
    }),
  )
})

test('bridge: an object of another owner looks nonexistent', async () => {
  const stranger = await openScene(setup)
  const { authorization } = await bearerOf(setup, stranger.owner.id)
  await unchanged(setup.database, () =>
    forEach(
      guarded.filter((one) => isOwned(one) || one.path.includes(':apiTokenId')),
      async (one) => {
        const request = callOf(one)
        const values = { ...request.values }
        for (const name of someonesIds) {
          if (values[name]) values[name] = unknownLike(values[name])
        }
        const unknown = withValues(request, one.path, values)
        const real = await send(setup, setup.bridge, request, { authorization })
        assert.equal(real.status, 404, `${keyOf(one.endpoint)}: ${real.body}`)
        assert.deepEqual(
          comparable(real, request.values),
          comparable(await send(setup, setup.bridge, unknown, { authorization }), unknown.values),
        )
      },
    ),
  )
})

test('bridge: a role without the permission gets 403', async () => {
  const members = new Map<string, string>()
  const { organisationId } = scene
  for (const role of roles) {
    const { id } = await somebody(setup, { role, organisationId })
    members.set(role, (await bearerOf(setup, id)).authorization)
  }
  await unchanged(setup.database, () =>
    forEach(guarded.filter(isOwned), async (one) => {
      const { roles: allowed } = allowedAt(one.endpoint)
      for (const role of roles.filter((other) => !allowed.includes(other))) {
        const authorization = members.get(role) ?? ''
        const { status, body } = await send(setup, setup.bridge, callOf(one), { authorization })
        assert.equal(status, 403, `${role}, ${keyOf(one.endpoint)}: ${body}`)
      }
    }),
  )
})
