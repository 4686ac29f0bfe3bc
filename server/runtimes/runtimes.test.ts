import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pipelineVariables } from '#runtimes/pipeline/variables.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { runtimeEntries } from './runtime-entries.ts'
import { createRuntimes } from './runtimes.ts'

for (const { type, title, load } of runtimeEntries) {
  test(`runtimes: the entry ${type} loads a runtime of that type, and its variables are its own`, async () => {
    const runtime = await load(packagedCatalogue)
    assert.deepEqual([runtime.type, runtime.title], [type, title])
    const names = [...pipelineVariables, ...runtime.variables].map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
  })
}

test('runtimes: each type is there once', () => {
  const types = createRuntimes(packagedCatalogue).map(({ type }) => type)
  assert.equal(new Set(types).size, types.length)
})
