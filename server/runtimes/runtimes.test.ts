import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pipelineVariables } from '#runtimes/pipeline/variables.ts'
import { filesSource } from '#tests/source-files.ts'
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

test('runtimes: a variable that only other types read is named, those of all types and of the application are not', async () => {
  const runtime = createRuntimes(packagedCatalogue).find(({ type }) => type === 'static')
  const environment = {
    CC_PYTHON_MODULE: 'app:app',
    CC_JAVA_VERSION: '21',
    CC_NODE_VERSION: '24',
    CC_OWN: '1',
    CC_PRE_BUILD_HOOK: 'true',
    CC_WORKER_COMMAND_0: 'true',
    ENVIRONMENT: 'production',
  }
  const { warnings } =
    (await runtime?.recipe(filesSource({ 'index.html': '' }), environment)) ?? assert.fail()
  assert.deepEqual(warnings, [
    'CC_PYTHON_MODULE does nothing for an application of type static: it is a variable of python.',
    'CC_JAVA_VERSION does nothing for an application of type static: it is a variable of play1, play2, sbt, jar, maven, gradle, war.',
  ])
})
