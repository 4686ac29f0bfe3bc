import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { fakeToolchains } from '#tests/support/platform/fakes/fake-toolchains.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { expectedTools, withExactTools } from './exact-tools.ts'

const now = Date.parse('2026-11-18T00:00:00.000Z')
const java = { name: 'java', version: '11' }
const npm = { name: 'npm', version: '10.9.3', hash: 'sha512.0' }

/** Toolchains in which Java 11 has ended, and whose mirror does not answer. */
const toolchains = {
  ...fakeToolchains(),
  endOfLife: () => '2026-08-31',
  exactVersion: async ({ name, version }: { name: string; version: string }) =>
    name === 'java' ? { version: '11.0.30+7', warning: 'The mirror is gone.' } : { version },
  expectedVersion: async ({ name, version }: { name: string; version: string }) =>
    name === 'java' ? '11.0.32.1+1' : version,
}

test('exact tools: a recipe gets the version of the line, and warnings of it', async () => {
  const recipe = { ...sampleRecipe, tools: [java, npm], warnings: ['one'] }
  const exact = await withExactTools({ toolchains, clock: () => now }, recipe, assert.fail)
  assert.deepEqual(exact.tools, [{ name: 'java', version: '11.0.30+7' }, npm])
  assert.deepEqual(exact.warnings, [
    'one',
    'The mirror is gone.',
    'Java 11 reached its end of life on 2026-08-31 and gets no more security fixes: choose a newer line with CC_JAVA_VERSION.',
  ])
  assert.deepEqual((await expectedTools({ toolchains }, recipe.tools))[0]?.version, '11.0.32.1+1')
})

test('exact tools: a deployment keeps the exact version in its release, and says what it fetches', async () => {
  await using stage = await openTestPlatform()
  const RECIPE = JSON.stringify({ tools: [{ name: 'java', version: '17' }] })
  const application = await stage.application({ environment: { RECIPE } })
  stage.platform.toolchains.exactVersion = async (_, onFetch) => {
    onFetch?.('17.0.21+9')
    return { version: '17.0.21+9' }
  }
  const deployment = await stage.deploy(application, commitOf('1'))
  const release = await stage.platform.store.releases.find(deployment.id)
  assert.deepEqual(release?.recipe.tools, [{ name: 'java', version: '17.0.21+9' }])
  const lines = await stage.lines(application.id)
  assert.ok(lines.includes('Fetching java 17.0.21+9, which this server does not have yet.'))
  assert.ok(lines.some((line) => line.includes('java 17.0.21+9')))
})
