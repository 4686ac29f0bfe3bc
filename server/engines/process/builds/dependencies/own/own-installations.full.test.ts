import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { BuildOrder, Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { artifactEntries } from '#tests/support/projects/artifact-entries.ts'

/** Fake package manager; its output shows that it ran. */
const files = {
  'package.json': '{}',
  'install.mjs': `import fs from 'node:fs'
console.log('installing')
fs.mkdirSync('node_modules/one', { recursive: true })
fs.writeFileSync('node_modules/one/package.json', fs.readFileSync('one.json'))
fs.writeFileSync('node_modules/one/tool', '', { mode: 0o755 })
fs.symlinkSync('one', 'node_modules/two')
fs.writeFileSync('written.lock', 'outside')
`,
  'one.json': '{}',
}
const dependencies: NonNullable<Recipe['dependencies']> = {
  folder: 'node_modules',
  install: { title: 'install', command: ['node', 'install.mjs'] },
}
const recipe: Recipe = { ...sampleRecipe, build: [], dependencies }

let count = 0
async function built(engine: Engine, more: Partial<BuildOrder> = {}, changed = {}) {
  const words: string[] = []
  const note = (line: string) => void words.push(line)
  const number = ++count
  const artifact = await engine.build(
    sampleBuild({
      deploymentId: `deployment_${number}`,
      deploymentNumber: number,
      recipe,
      source: filesSource({ ...files, ...changed }),
      environment: { COLOUR: 'red' },
      say: note,
      onLine: note,
      ...more,
    }),
  )
  return { artifact, words, number }
}

const blue = { environment: { COLOUR: 'blue' } }
const installing = ['install', 'installing']
const reusedFrom = (number: number) => [
  `Dependencies unchanged since deployment ${number}: reused.`,
]

describe('private installation', () => {
  test('is reused by the next deployment of the commit, file by file', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    const first = await built(engine)
    assert.deepEqual(first.words, installing)
    const second = await built(engine, blue)
    assert.deepEqual(second.words, reusedFrom(first.number))
    const entries = await artifactEntries(folder, first.artifact.id)
    assert.ok(entries.has('node_modules/one/tool') && entries.has('written.lock'))
    assert.deepEqual(await artifactEntries(folder, second.artifact.id), entries)
  })

  test('is not used by another application', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    await built(engine)
    const other = { applicationId: 'app_two' as const, applicationNumber: 2 }
    assert.deepEqual((await built(engine, other)).words, installing)
    assert.deepEqual(readdirSync(join(folder, 'installations')).sort(), ['app_one', 'app_two'])
    for (const id of ['app_one', 'app_two']) {
      assert.equal(statSync(join(folder, 'installations', id)).mode & 0o077, 0)
    }
  })

  test('is repeated without cache, after another commit, and where the command must always run', async () => {
    await using opened = await openTestEngine()
    const { engine } = opened
    await built(engine)
    assert.deepEqual((await built(engine, { ...blue, withoutCache: true })).words, installing)
    const source = { ...filesSource(files), commit: '2'.repeat(40) }
    assert.deepEqual((await built(engine, { ...blue, source })).words, installing)
    const always = { ...recipe, dependencies: { ...dependencies, runsAlways: true } }
    assert.deepEqual((await built(engine, { ...blue, source, recipe: always })).words, installing)
    const hook = [{ title: 'hook', command: ['true'] as [string] }]
    const hooked = await built(engine, { ...blue, recipe: { ...recipe, prepare: hook } })
    assert.deepEqual(hooked.words, ['hook', ...installing])
  })

  test('is repeated when an install script may have read a changed variable, which the log names', async () => {
    await using opened = await openTestEngine()
    const { engine } = opened
    const script = { 'one.json': '{"scripts":{"postinstall":"x"}}' }
    await built(engine, {}, script)
    assert.deepEqual((await built(engine, blue, script)).words, [
      'Dependencies are installed again: COLOUR changed, and the install script of one may read variables.',
      ...installing,
    ])
  })

  test('can be modified by a build step without affecting the next build', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    const spoil = { title: 'spoil', command: ['rm', '-r', 'node_modules/one', 'package.json'] }
    const spoiling = { ...recipe, build: [spoil as never] }
    await built(engine, { recipe: spoiling })
    const second = await built(engine, { ...blue, recipe })
    assert.match(second.words.join(), /reused/)
    const entries = await artifactEntries(folder, second.artifact.id)
    assert.ok(entries.has('node_modules/one/tool') && entries.has('package.json'))
  })

  test('is removed with its application, and when the trees exceed their limit', async () => {
    await using opened = await openTestEngine({ kept: { treeBytes: 1, archiveBytes: 1 } })
    const { engine, folder } = opened
    const { artifact } = await built(engine)
    const kept = join(folder, 'installations/app_one')
    await engine.discard(artifact)
    utimesSync(join(kept, readdirSync(kept)[0] ?? ''), 0, 0)
    const other = { applicationId: 'app_two' as const, applicationNumber: 2 }
    await built(engine, other)
    await until(async () => !existsSync(kept), { timeout: 60_000, what: 'the trim' })
    await engine.forget('app_two')
    assert.deepEqual(readdirSync(join(folder, 'installations')), [])
  })
})
