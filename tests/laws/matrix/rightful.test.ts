import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#api/http/endpoint.ts'
import { pathsOf } from '#api/http/routes.ts'
import type { Right } from '#platform/access/rights.ts'
import { aConsumer, bearerOf, tokenOf } from '#tests/support/people/people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { credentialsOf, forEach, rightCall, send } from './ask.ts'
import {
  allEndpoints,
  allowedAt,
  bridgeEndpoints,
  endpoints,
  entryOf,
  isGuarded,
  keyOf,
  listenerOf,
} from './entries.ts'
import { openMatrixApi, openScene, type Scene } from './scene.ts'

/** The other half of the law of strangers: whoever may, can. Without it the matrix could pass because nothing works. */
let setup: TestApi
before(async () => {
  setup = await openMatrixApi()
})
after(() => setup[Symbol.asyncDispose]())

const isOwned = ({ access }: Endpoint) => typeof access !== 'string' && access.on !== 'user'

async function works(
  endpoint: Endpoint,
  { status }: { status: number },
  [who, scene, authorization]: [string, Scene, string],
  { origin = setup.url, path = endpoint.path } = {},
) {
  const request = await rightCall(endpoint, path, entryOf(endpoint), scene)
  const answer = await send(setup, origin, request, authorization ? { authorization } : {})
  assert.equal(answer.status, status, `${who}, ${endpoint.method} ${path}: ${answer.body}`)
}

test('every role that may gets the right answer', async () => {
  const some = endpoints.filter(isGuarded)
  await forEach(
    some.flatMap((endpoint) =>
      (isOwned(endpoint) ? allowedAt(endpoint).roles : [undefined]).map((role) => ({
        endpoint,
        role,
      })),
    ),
    async ({ endpoint, role }) => {
      const scene = await openScene(setup, role ? { role } : {})
      await works(endpoint, entryOf(endpoint), [
        String(role),
        scene,
        credentialsOf(endpoint, scene).authorization,
      ])
    },
  )
})

test('with exactly one of the rights that it takes, a program gets the right answer', async () => {
  const some = allEndpoints.filter((one) => isGuarded(one) && one.access !== 'provider')
  await forEach(
    some.flatMap((endpoint) =>
      (allowedAt(endpoint).rights ?? [undefined]).map((right) => ({ endpoint, right })),
    ),
    async ({ endpoint, right }) => {
      const origin = listenerOf(setup, endpoint)
      for (const which of [0, 1]) {
        const scene = await openScene(setup)
        const authorization = (await programsOf(scene, right ? [right] : []))[which] ?? ''
        await works(endpoint, entryOf(endpoint), [String(right), scene, authorization], { origin })
      }
    },
  )
})

/** A token with little through a program with much, and the other way round. */
async function programsOf({ owner, organisationId }: Scene, rights: readonly Right[]) {
  const consumer = await aConsumer(setup, organisationId, rights)
  const tokens = [{ rights }, { consumer }].map((less) => tokenOf(setup, owner.id, less))
  return (await Promise.all(tokens)).map(({ authorization }) => authorization)
}

test('an API token can do on the bridge what its user may', async () => {
  const some = bridgeEndpoints.filter((one) => isGuarded(one) && one.access !== 'provider')
  await forEach(some, async (endpoint) => {
    const scene = await openScene(setup)
    const { status, bridgeStatus = status } = entryOf(endpoint)
    const { authorization } = await bearerOf(setup, scene.owner.id)
    const caller: [string, Scene, string] = ['API token', scene, authorization]
    await works(endpoint, { status: bridgeStatus }, caller, { origin: setup.bridge })
  })
})

test('what is for anyone answers anyone, under each of its paths', async () => {
  const some = allEndpoints.filter((one) => !isGuarded(one))
  await forEach(
    some.flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ endpoint, path }))),
    async ({ endpoint, path }) => {
      const scene = await openScene(setup)
      const origin = listenerOf(setup, endpoint)
      await works(endpoint, entryOf(endpoint), ['anyone', scene, ''], { origin, path })
    },
  )
})

test('one’s own space has the same endpoints, and nobody is a stranger there', async () => {
  const some = endpoints.filter(isOwned)
  await forEach(
    some.flatMap((endpoint) =>
      pathsOf(endpoint)
        .filter((path) => path.startsWith('/v2/self'))
        .map((path) => ({ endpoint, path })),
    ),
    async ({ endpoint, path }) => {
      const scene = await openScene(setup)
      const request = await rightCall(endpoint, path, entryOf(endpoint), scene)
      const { authorization } = scene.caller
      const { status, body } = await send(setup, setup.url, request, { authorization })
      const isFine = status < 400 || status === 404 || status === 409
      assert.ok(isFine, `${keyOf(endpoint)} as ${path}: ${status} ${body}`)
    },
  )
})
