import assert from 'node:assert/strict'
import type { Endpoint } from '#api/http/endpoint.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { forEach, rightCall, send } from './ask.ts'
import { entryOf } from './entries.ts'
import { openMatrixApi, type Scene } from './scene.ts'
import { createScenes, type Scenes } from './scenes.ts'

/** A platform on which some of the calls are made. */
export interface Ground {
  setup: TestApi
  sceneOf: Scenes
}

const perPlatform = 100

/** Does the work for each, on another platform after some: lists of a whole platform grow with each scene, and so their time. */
export async function forEachOnPlatforms<T>(
  list: readonly T[],
  work: (one: T, ground: Ground) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < list.length; from += perPlatform) {
    await using setup = await openMatrixApi()
    const ground = { setup, sceneOf: createScenes(setup) }
    await forEach(list.slice(from, from + perPlatform), (one) => work(one, ground))
  }
}

/** Asserts that a right call has the status of a success. */
export async function works(
  setup: TestApi,
  endpoint: Endpoint,
  { status }: { status: number },
  [who, scene, authorization]: [string, Scene, string],
  { origin = setup.url, path = endpoint.path } = {},
): Promise<void> {
  const request = await rightCall(endpoint, path, entryOf(endpoint), scene)
  const answer = await send(setup, origin, request, authorization ? { authorization } : {})
  assert.equal(answer.status, status, `${who}, ${endpoint.method} ${path}: ${answer.body}`)
}
