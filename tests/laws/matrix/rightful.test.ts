import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#api/http/endpoint.ts'
import { pathsOf } from '#api/http/routes.ts'
import type { Right } from '#platform/model/identity/access/rights.ts'
import { aConsumer, bearerOf, tokenOf } from '#tests/support/people/people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { credentialsOf, forEach as forEachAtOnce, rightCall, send } from './ask.ts'
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
import { createScenes, type Scenes } from './scenes.ts'

/**
 * The counterpart of the law of strangers: authorised callers succeed. Otherwise the matrix could pass because nothing
 * works.
 */
let setup: TestApi
let sceneOf: Scenes

const perPlatform = 100

/** Does the work for each, on another platform after some: lists of a whole platform grow with each scene, and so their time. */
async function forEach<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += perPlatform) {
    await using opened = await openMatrixApi()
    setup = opened
    sceneOf = createScenes(setup)
    await forEachAtOnce(list.slice(from, from + perPlatform), work)
  }
}

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

test('access matrix: every role with the permission succeeds', async () => {
  const some = endpoints.filter(isGuarded)
  await forEach(
    some.flatMap((endpoint) =>
      (isOwned(endpoint) ? allowedAt(endpoint).roles : [undefined]).map((role) => ({
        endpoint,
        role,
      })),
    ),
    async ({ endpoint, role }) => {
      const scene = await sceneOf(endpoint, role)
      await works(endpoint, entryOf(endpoint), [
        String(role),
        scene,
        credentialsOf(endpoint, scene).authorization,
      ])
    },
  )
})

test('access matrix: a consumer with exactly one of the required rights succeeds', async () => {
  const some = allEndpoints.filter((one) => isGuarded(one) && one.access !== 'provider')
  await forEach(
    some.flatMap((endpoint) =>
      (allowedAt(endpoint).rights ?? [undefined]).map((right) => ({ endpoint, right })),
    ),
    async ({ endpoint, right }) => {
      const origin = listenerOf(setup, endpoint)
      for (const which of [0, 1]) {
        const scene = await sceneOf(endpoint)
        const authorization = (await programsOf(scene, right ? [right] : []))[which] ?? ''
        await works(endpoint, entryOf(endpoint), [String(right), scene, authorization], { origin })
      }
    },
  )
})

/** A token with few rights of a consumer with many, and the reverse. */
async function programsOf({ owner, organisationId }: Scene, rights: readonly Right[]) {
  const consumer = await aConsumer(setup, organisationId, rights)
  const tokens = [{ rights }, { consumer }].map((less) => tokenOf(setup, owner.id, less))
  return (await Promise.all(tokens)).map(({ authorization }) => authorization)
}

test('access matrix: an API token can do on the bridge what its user may', async () => {
  const some = bridgeEndpoints.filter((one) => isGuarded(one) && one.access !== 'provider')
  await forEach(some, async (endpoint) => {
    const scene = await sceneOf(endpoint)
    const { status, bridgeStatus = status } = entryOf(endpoint)
    const { authorization } = await bearerOf(setup, scene.owner.id)
    const caller: [string, Scene, string] = ['API token', scene, authorization]
    await works(endpoint, { status: bridgeStatus }, caller, { origin: setup.bridge })
  })
})

test('access matrix: public endpoints answer anyone, under each of their paths', async () => {
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

test('access matrix: the personal space has the same endpoints and treats its owner as authorised', async () => {
  const some = endpoints.filter(isOwned)
  await forEach(
    some.flatMap((endpoint) =>
      pathsOf(endpoint)
        .filter((path) => path.startsWith('/v2/self'))
        .map((path) => ({ endpoint, path })),
    ),
    async ({ endpoint, path }) => {
      const scene = await sceneOf(endpoint)
      const request = await rightCall(endpoint, path, entryOf(endpoint), scene)
      const { authorization } = scene.caller
      const { status, body } = await send(setup, setup.url, request, { authorization })
      const isFine = status < 400 || status === 404 || status === 409
      assert.ok(isFine, `${keyOf(endpoint)} as ${path}: ${status} ${body}`)
    },
  )
})
