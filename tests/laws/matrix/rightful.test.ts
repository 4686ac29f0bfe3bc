import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathsOf } from '#api/http/routes.ts'
import { bearerOf } from '#tests/support/people/people.ts'
import { rightCall, send } from './ask.ts'
import {
  allEndpoints,
  bridgeEndpoints,
  endpoints,
  entryOf,
  hasOwner,
  isGuarded,
  keyOf,
  listenerOf,
} from './entries.ts'
import { forEachOnPlatforms, works } from './right-calls.ts'
import { openScene, type Scene } from './scene.ts'

/*
 * The counterpart of the law of strangers: authorised callers succeed. Otherwise the matrix could pass because nothing
 * works.
 */

test('access matrix: an API token can do on the bridge what its user may', async () => {
  const some = bridgeEndpoints.filter((one) => isGuarded(one) && one.access !== 'provider')
  await forEachOnPlatforms(some, async (endpoint, { setup, sceneOf }) => {
    const scene = await sceneOf(endpoint)
    const { status, bridgeStatus = status } = entryOf(endpoint)
    const { authorization } = await bearerOf(setup, scene.owner.id)
    const caller: [string, Scene, string] = ['API token', scene, authorization]
    await works(setup, endpoint, { status: bridgeStatus }, caller, { origin: setup.bridge })
  })
})

test('access matrix: public endpoints answer anyone, under each of their paths', async () => {
  const some = allEndpoints.filter((one) => !isGuarded(one))
  await forEachOnPlatforms(
    some.flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ endpoint, path }))),
    async ({ endpoint, path }, { setup }) => {
      const scene = await openScene(setup)
      const origin = listenerOf(setup, endpoint)
      await works(setup, endpoint, entryOf(endpoint), ['anyone', scene, ''], { origin, path })
    },
  )
})

test('access matrix: the personal space has the same endpoints and treats its owner as authorised', async () => {
  const some = endpoints.filter(hasOwner)
  await forEachOnPlatforms(
    some.flatMap((endpoint) =>
      pathsOf(endpoint)
        .filter((path) => path.startsWith('/v2/self'))
        .map((path) => ({ endpoint, path })),
    ),
    async ({ endpoint, path }, { setup, sceneOf }) => {
      const scene = await sceneOf(endpoint)
      const request = await rightCall(endpoint, path, entryOf(endpoint), scene)
      const { authorization } = scene.caller
      const { status, body } = await send(setup, setup.url, request, { authorization })
      const isFine = status < 400 || status === 404 || status === 409
      assert.ok(isFine, `${keyOf(endpoint)} as ${path}: ${status} ${body}`)
    },
  )
})
