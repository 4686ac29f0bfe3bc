import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { BuildOrder, Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { artifactEntries } from '#tests/support/projects/artifact-entries.ts'

/** Fake package manager with a package whose install script reads the project, as Prisma's does. */
const install = `import fs from 'node:fs'
console.log('installing')
fs.readFileSync('package-lock.json')
fs.mkdirSync('node_modules/one', { recursive: true })
fs.writeFileSync('node_modules/one/package.json', '{"scripts":{"postinstall":"x"}}')
fs.writeFileSync('node_modules/one/client.js', fs.readFileSync('prisma/schema'))
fs.writeFileSync('package-lock.json', 'rewritten')
`
/** A build that writes into its dependencies and caches its work. */
const build = `import fs from 'node:fs'
const count = fs.existsSync('.next/cache/count') ? Number(fs.readFileSync('.next/cache/count')) : 0
console.log('building', count, fs.readFileSync('node_modules/one/client.js', 'utf8'))
fs.mkdirSync('.next/cache', { recursive: true })
fs.writeFileSync('.next/cache/count', String(count + 1))
fs.writeFileSync('node_modules/one/client.js', 'spoilt')
fs.rmSync('node_modules/one/package.json')
if (fs.readFileSync('page.js', 'utf8') === 'broken') process.exit(1)
`
const files = {
  'package.json': '{}',
  'package-lock.json': 'locked',
  'install.mjs': install,
  'build.mjs': build,
  'prisma/schema': 'tables',
  'page.js': 'first',
}
const recipe: Recipe = {
  ...sampleRecipe,
  dependencies: {
    folder: 'node_modules',
    install: { title: 'install', command: ['node', 'install.mjs'] },
  },
  build: [{ title: 'build', command: ['node', 'build.mjs'] }],
  buildCaches: ['.next/cache', 'node_modules/.cache'],
}

let count = 0

/** Builds a commit of its own; returns the lines of the log. */
async function built(engine: Engine, changed: Record<string, string>, more = {}) {
  count += 1
  const words: string[] = []
  const note = (line: string) => void words.push(line)
  const order: BuildOrder = sampleBuild({
    deploymentId: `deployment_${count}`,
    deploymentNumber: count,
    recipe,
    source: {
      ...filesSource({ ...files, ...changed }),
      commit: String(count).padStart(40, '0'),
    },
    environment: { COMMIT_ID: String(count), COLOUR: 'red' },
    say: note,
    onLine: note,
    ...more,
  })
  const artifact = await engine.build(order).catch(() => undefined)
  return { artifact, words, number: count }
}

const reusedFrom = (number: number) => `Dependencies unchanged since deployment ${number}: reused.`

describe('private installation across commits', () => {
  for (const without of [[], ['layers' as const]]) {
    const how = without.length === 0 ? 'mounted' : 'copied'

    test(`${how}: is reused until a file that it has read changes`, async () => {
      await using opened = await openTestEngine({ without })
      const { engine, folder } = opened
      const first = await built(engine, {})
      assert.deepEqual(first.words, ['install', 'installing', 'build', 'building 0 tables'])

      const second = await built(engine, { 'page.js': 'second' })
      assert.deepEqual(second.words.slice(0, 2), [reusedFrom(first.number), 'build'])
      assert.match(second.words[2] ?? '', /^building \d tables$/, 'what the build wrote is gone')
      const entries = await artifactEntries(folder, second.artifact?.id ?? '')
      const lock = entries.get('package-lock.json')
      const before = await artifactEntries(folder, first.artifact?.id ?? '')
      assert.ok(lock !== undefined && lock === before.get('package-lock.json'), 'rewritten')
      assert.ok(entries.has('page.js') && entries.has('node_modules/one/client.js'))

      const third = await built(engine, { 'prisma/schema': 'views' })
      assert.deepEqual(third.words.slice(0, 3), [
        `Dependencies are installed again: "prisma/schema" changed since deployment ${first.number}.`,
        'install',
        'installing',
      ])
      assert.match(third.words.at(-1) ?? '', /^building \d views$/)
    })
  }

  test('is repeated when a file appears beside one that was read', async () => {
    await using opened = await openTestEngine()
    await built(opened.engine, {})
    const changed = async (path: string) => (await built(opened.engine, { [path]: '' })).words[0]
    assert.match((await changed('prisma/more')) ?? '', /again: "prisma" changed since deployment/)
    assert.match((await changed('.npmrc')) ?? '', /again: the list of files changed since/)
  })

  test('is repeated for each commit when no lock file was read', async () => {
    await using opened = await openTestEngine()
    const { engine } = opened
    const other = { 'install.mjs': install.replaceAll('package-lock.json', 'versions.json') }
    await built(engine, { ...other, 'versions.json': '' })
    const { words } = await built(engine, { ...other, 'versions.json': '', 'page.js': 'second' })
    assert.deepEqual(words.slice(0, 2), ['install', 'installing'])
  })

  test('install scripts of the application run again over what is installed', async () => {
    await using opened = await openTestEngine()
    const { engine } = opened
    const dependencies = { ...recipe.dependencies, isIncremental: true } as Recipe['dependencies']
    const own = { recipe: { ...recipe, dependencies } }
    const scripts = { 'package.json': '{"scripts":{"prepare":"x"}}' }
    const first = await built(engine, scripts, own)
    const { words } = await built(engine, { ...scripts, 'page.js': 'second' }, own)
    assert.deepEqual(words.slice(0, 3), [reusedFrom(first.number), 'install', 'installing'])
  })
})

describe('caches of build steps', () => {
  test('are kept by successful builds of the same application alone', async () => {
    await using opened = await openTestEngine()
    const { folder } = opened
    const counted = async (changed: Record<string, string>, more = {}) => {
      const { words } = await built(opened.engine, changed, more)
      await opened.reopen()
      return words.find((line) => line.startsWith('building'))
    }
    assert.equal(await counted({}), 'building 0 tables')
    assert.equal(await counted({ 'page.js': 'second' }), 'building 1 tables')
    assert.equal(await counted({ 'page.js': 'broken' }), 'building 2 tables')
    assert.equal(await counted({ 'page.js': 'mended' }), 'building 2 tables')
    const other = { applicationId: 'app_two' as const, applicationNumber: 2 }
    assert.equal(await counted({}, other), 'building 0 tables')
    assert.equal(await counted({ 'page.js': 'x' }, { withoutCache: true }), 'building 0 tables')
    const tools = [{ name: 'node', version: '0.0.1' }]
    assert.equal(
      await counted({ 'page.js': 'y' }, { recipe: { ...recipe, tools } }),
      'building 0 tables',
    )
    assert.deepEqual(readdirSync(join(folder, 'build-caches')).sort(), ['app_one', 'app_two'])
    await opened.engine.forget('app_two')
    assert.deepEqual(readdirSync(join(folder, 'build-caches')), ['app_one'])
  })
})
