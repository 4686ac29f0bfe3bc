import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { toldSource } from '#platform/hosting/deployments/pipeline/submitted-source.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { createRuntimes } from '#runtimes/runtimes.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

const runtimes = createRuntimes(packagedCatalogue)
const node = runtimes.find(({ type }) => type === 'node') ?? assert.fail()

const packageJson = (more: object = {}) =>
  JSON.stringify({ scripts: { start: 'node a' }, dependencies: { a: '1' }, ...more })

const sourceOf = (files: Record<string, string>) =>
  toldSource({ names: Object.keys(files), contents: new Map(Object.entries(files)) })

/** Settings that the parser of `.npmrc` takes half a second for, and that decide nothing. */
const longSettings = Array.from({ length: 40_000 }, (_, line) => `key.b${line} = 1`).join('\n')

async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await setImmediate()
    turns += 1
  }
  await done
  return turns
}

test('planning threads: long texts do not keep this thread, and give the same recipe', async () => {
  const files = { 'package.json': packageJson(), 'package-lock.json': '{}' }
  const short = await node.recipe(sourceOf({ ...files, '.npmrc': 'key.b0 = 1' }), {})
  const planning = node.recipe(sourceOf({ ...files, '.npmrc': longSettings }), {})
  const turns = await turnsDuring(planning)
  assert.ok(turns > 100, `the loop turned ${turns} times meanwhile`)
  assert.deepEqual(await planning, short)
})

const longPackage = (more: object = {}) =>
  packageJson({ description: 'x'.repeat(200_000), ...more })

test('planning threads: the failure of long texts has its sentence', async () => {
  const source = sourceOf({ 'package.json': longPackage({ engines: { node: '7' } }) })
  await assert.rejects(node.recipe(source, {}), (error) => {
    assert.ok(error instanceof Failure)
    assert.equal(error.step, 'recipe')
    assert.match(error.message, /There is no Node for engines\.node "7"/)
    return true
  })
})

test('planning threads: what a source refuses is judged by the planner, and what breaks is thrown', async () => {
  const files = { 'package.json': longPackage(), 'package-lock.json': '' }
  const broken = (error: Error): Source => {
    const source = sourceOf(files)
    const read = async (path: string) => {
      if (path === 'package-lock.json') throw error
      return source.read(path)
    }
    return { ...source, read }
  }
  const tooLarge = new Failure('source', 'package-lock.json is larger than 4 MB')
  const { tools } = await node.recipe(broken(tooLarge), {})
  assert.equal(tools[0]?.name, 'node', 'a lock file that is too large counts as none')
  await assert.rejects(node.recipe(broken(new Error('the disk is gone')), {}), /the disk is gone/)
})
