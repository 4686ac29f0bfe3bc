import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { createDockerRuntime } from '#runtimes/docker/docker-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { pinImage, withDigest } from './pin-image.ts'

const commit = '1'.repeat(40)
const digest = `sha256:${'a'.repeat(64)}`
const recipeOf = (image: string) =>
  createDockerRuntime().recipe(filesSource({ 'berth/image.json': JSON.stringify({ image }) }), {})

/** What is pulled for the commit after these releases. */
async function pinned(
  recipe: Recipe,
  releases: { number: number; commit: string; recipe: Recipe }[],
  withoutCache = false,
) {
  const store = { releases: { listOf: async () => releases } } as never
  const deployment = { applicationId: 'app_1', commit, withoutCache } as never
  const { dockerfile } = await pinImage({ store }, deployment, recipe)
  return dockerfile?.image?.digest
}

test('pinned image: the newest release of the same commit and name says which image it is', async () => {
  const recipe = await recipeOf('shop:1')
  const other = `sha256:${'b'.repeat(64)}`
  const releases = [
    { number: 1, commit, recipe: withDigest(recipe, digest) },
    { number: 2, commit, recipe: withDigest(recipe, other) },
    { number: 3, commit: '2'.repeat(40), recipe: withDigest(recipe, digest) },
  ]
  assert.equal(await pinned(recipe, releases), other)
  assert.equal(await pinned(await recipeOf('shop:2'), releases), undefined)
  assert.equal(await pinned(recipe, releases, true), undefined)
  assert.equal(await pinned(recipe, []), undefined)
})

test('pinned image: a Dockerfile has no digest', async () => {
  const recipe = await createDockerRuntime().recipe(filesSource({ Dockerfile: 'FROM scratch' }), {})
  assert.deepEqual(withDigest(recipe, digest), recipe)
})
