import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { listExamples, portable, readJson } from '#tests/examples.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { allLockFiles } from './node/project.ts'
import { createRuntimes } from './runtimes.ts'

const runtimes = createRuntimes(packagedCatalogue)
const runtimeOf = (wanted: string) =>
  runtimes.find(({ type }) => type === wanted) ?? assert.fail(`no runtime ${wanted}`)

for (const { name, type, folder, source, environment } of await listExamples()) {
  const runtime = runtimeOf(type)
  test(`examples/${name}: has the expected recipe`, async () => {
    const expected = await readJson(join(folder, 'expected-recipe.json'))
    assert.deepEqual(portable(await runtime.recipe(source, environment)), expected)
  })

  test(`examples/${name}: lock files name no registry`, async () => {
    for (const lockFile of allLockFiles) {
      const text = await readFile(join(folder, lockFile), 'utf8').catch(() => '')
      assert.doesNotMatch(text, /https?:\/\/[^"' ]*\.tgz/)
    }
  })
}

for (const { name, type, folder, source, environment } of await listExamples('broken')) {
  const runtime = runtimeOf(type)
  const expected = await readJson(join(folder, 'expected-failure.json'))
  if (expected) {
    test(`examples/${name}: fails with the expected message`, async () => {
      const failure = await runtime.recipe(source, environment).catch((error: unknown) => error)
      assert.ok(failure instanceof Failure, 'it was planned')
      assert.deepEqual({ step: failure.step, sentence: failure.message }, expected)
    })
  } else {
    test(`examples/${name}: has a recipe, and fails only when it runs`, async () => {
      assert.equal((await runtime.recipe(source, environment)).runtime, type)
    })
  }
}
