import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openFolders } from '#engines/process/folders.ts'
import { noLimits, sweep } from '#engines/process/sweep.ts'
import { openTrash } from '#engines/process/trash.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { BuildOrder, Engine } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { TreesInUse } from './trees-in-use.ts'

/** Fake package manager: makes `node_modules` with one package that needs another. */
const installer = `import fs from 'node:fs'
console.log('installing with ' + fs.readdirSync('.').sort() + ' and ' + (process.env.OWN ?? 'nothing'))
for (const [name, text] of Object.entries({
  one: "module.exports = 'one and ' + require('other')",
  other: 'module.exports = ' + JSON.stringify(fs.readFileSync('lock.json', 'utf8')),
})) {
  fs.mkdirSync('node_modules/' + name, { recursive: true })
  fs.writeFileSync('node_modules/' + name + '/index.js', text)
}
`
const program = `console.log(require('one'))
try {
  require('node:fs').writeFileSync('node_modules/x', '')
  console.log('written')
} catch (error) {
  console.log(error.code)
}
setInterval(() => {}, 1000)
`

const recipe: Recipe = {
  ...sampleRecipe,
  build: [],
  start: ['node', 'program.cjs'],
  dependencies: {
    folder: 'node_modules',
    install: { title: 'install', command: ['node', 'install.mjs'] },
    sharedBy: ['lock.json', 'install.mjs', 'absent.json'],
  },
}
const files = { 'install.mjs': installer, 'program.cjs': program, 'lock.json': 'first' }

let count = 0
const order = (more: Partial<BuildOrder> = {}, changed: Record<string, string> = {}): BuildOrder =>
  sampleBuild({
    deploymentId: `deployment_${++count}`,
    recipe,
    source: filesSource({ ...files, ...changed }),
    environment: { OWN: 'secret' },
    ...more,
  })

/** Builds, and returns the reported steps and the output. */
async function told(engine: Engine, build: BuildOrder) {
  const words: string[] = []
  const note = (line: string) => void words.push(line)
  const artifact = await engine.build({ ...build, say: note, onLine: note })
  return { artifact, words }
}

const installed = ['install', 'installing with install.mjs,lock.json and nothing']
const reused = ['install: not needed, the same dependencies are installed already']

describe('shared dependencies', () => {
  test('a tree that lacks an optional package is used by its own deployment only', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    const expecting = (expected: string[]): Recipe => ({
      ...recipe,
      ...(recipe.dependencies && { dependencies: { ...recipe.dependencies, expected } }),
    })
    const said: string[] = []
    const build = (expected: string[]) =>
      engine.build(order({ recipe: expecting(expected), say: (line) => void said.push(line) }))
    await build(['one', '@tools/linux', 'one/node_modules/two'])
    await build(['one', '@tools/linux', 'one/node_modules/two'])
    const missing = '(@tools/linux, one/node_modules/two)'
    const sentence = `The dependencies are not shared: installing left out optional packages ${missing}.`
    assert.deepEqual(
      said.filter((line) => /shared|not needed/.test(line)),
      [sentence, sentence],
    )
    assert.equal(readdirSync(join(folder, 'trees')).length, 2)
    await build(['one', 'other'])
    await build(['one', 'other'])
    assert.match(said.at(-1) ?? '', /not needed/)
  })

  test('are installed once for all applications with the same input files', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    assert.deepEqual((await told(engine, order())).words, installed)
    const changed = { 'program.cjs': `${program}//` }
    const other = order({ applicationId: 'app_two', applicationNumber: 2 }, changed)
    const { artifact, words } = await told(engine, other)
    assert.deepEqual(words, reused)
    assert.equal(treesIn(folder).length, 1)
    const app = join(folder, 'artifacts', artifact.id, 'app')
    assert.deepEqual(readdirSync(join(app, 'node_modules')), [])
  })

  for (const [mode, without] of [
    ['isolated', []],
    ['as another user only', ['sandbox', 'network', 'limits']],
    ['on a machine that can isolate nothing', ['users', 'sandbox', 'network', 'limits']],
  ] as const) {
    test(`are resolved by the program, ${mode}`, async () => {
      await using opened = await openTestEngine({ without: [...without] })
      const { engine, seen, folder } = opened
      const artifact = await engine.build(order())
      await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
      await seen.line('one', 'one and first')
      if (mode === 'isolated') await seen.line('one', 'EROFS')
      if (mode === 'as another user only') await seen.line('one', /^(EROFS|EACCES)$/)
      assert.equal(treesIn(folder).length, 1)
    })
  }

  test('are installed anew when an input file, the command, its variables or a tool differs', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    const install = recipe.dependencies?.install ?? assert.fail()
    const changing = (change: object): Partial<BuildOrder> => ({
      recipe: { ...recipe, dependencies: { ...recipe.dependencies, ...change } as never },
    })
    const orders = [
      order(),
      order({}, { 'lock.json': 'second' }),
      order({}, { 'absent.json': '' }),
      order(changing({ install: { ...install, command: ['node', 'install.mjs', '--all'] } })),
      order(changing({ install: { ...install, environment: { NODE_ENV: 'production' } } })),
      order({ recipe: { ...recipe, tools: [{ name: 'node', version: '24.0.1' }] } }),
    ]
    for (const build of orders) assert.equal((await told(engine, build)).words[0], 'install')
    assert.equal(treesIn(folder).length, orders.length)
  })

  test('are installed anew without cache, and the new tree is used from then on', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    const first = await engine.build(order())
    assert.deepEqual((await told(engine, order({ withoutCache: true }))).words, installed)
    assert.equal(treesIn(folder).length, 2)
    const third = await told(engine, order())
    assert.deepEqual(third.words, reused)
    assert.notDeepEqual(treeOf(folder, third.artifact.id), treeOf(folder, first.id))
  })

  test('can be installed by two concurrent builds', async () => {
    await using opened = await openTestEngine()
    const { engine, seen } = opened
    const artifacts = await Promise.all([order(), order()].map((build) => engine.build(build)))
    for (const [place, artifact] of artifacts.entries()) {
      await engine.start(sampleStart(artifact, `i${place}`, {}, { recipe }))
      await seen.line(`i${place}`, 'one and first')
    }
  })

  test('are copied for a build step, which may modify the copy', async () => {
    await using opened = await openTestEngine()
    const { engine, seen, folder } = opened
    const script = `import fs from 'node:fs'
      fs.appendFileSync('node_modules/other/index.js', ' + " patched"')`
    const patched = order(
      { recipe: { ...recipe, build: [{ title: 'patch', command: ['node', 'patch.mjs'] }] } },
      { 'patch.mjs': script },
    )
    const artifact = await engine.build(patched)
    await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
    await seen.line('one', 'one and first patched')
    const [tree] = treesIn(folder)
    assert.ok(!readFileSync(`${tree}/node_modules/other/index.js`, 'utf8').includes('patched'))
    assert.deepEqual((await told(engine, order())).words, reused)
  })

  test('cannot be written by any application user', async () => {
    await using opened = await openTestEngine()
    await opened.engine.build(order())
    const [tree] = treesIn(opened.folder)
    const facts = await stat(`${tree}/node_modules/one/index.js`)
    assert.deepEqual([facts.uid, facts.mode & 0o022], [0, 0])
  })
})

describe('private dependencies', () => {
  test('are installed in the application folder, with its variables', async () => {
    await using opened = await openTestEngine()
    const { engine, seen, folder } = opened
    const { sharedBy: _, ...alone } = recipe.dependencies ?? assert.fail()
    const { artifact, words } = await told(
      engine,
      order({ recipe: { ...recipe, dependencies: alone } }),
    )
    assert.deepEqual(words, [
      'install',
      'installing with install.mjs,lock.json,program.cjs and secret',
    ])
    assert.deepEqual(treesIn(folder), [])
    await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
    await seen.line('one', 'one and first')
    await seen.line('one', 'written')
  })

  test('are used when an input file is a symbolic link', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'berth-outside-'))
    await writeFile(join(outside, 'secret'), 'secret')
    await using opened = await openTestEngine()
    const source = filesSource(files)
    const linked = {
      ...source,
      async extract(folder: string) {
        await source.extract(folder)
        await rm(join(folder, 'lock.json'))
        await symlink(join(outside, 'secret'), join(folder, 'lock.json'))
      },
    }
    await assert.rejects(
      told(opened.engine, order({ source: linked })),
      (error) => error instanceof Failure && error.message === 'install exited with 1',
    )
    assert.deepEqual(treesIn(opened.folder), [])
    await rm(outside, { recursive: true })
  })
})

describe('hostile sources', () => {
  test('a symbolic link in place of the dependency folder is replaced and not followed', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'berth-outside-'))
    writeFileSync(join(outside, 'kept'), '')
    await using opened = await openTestEngine()
    const { engine, seen } = opened
    const source = filesSource(files)
    const linked = {
      ...source,
      async extract(folder: string) {
        await source.extract(folder)
        await symlink(outside, join(folder, 'node_modules'))
      },
    }
    const artifact = await engine.build(order({ source: linked }))
    await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
    await seen.line('one', 'one and first')
    assert.deepEqual(readdirSync(outside), ['kept'])
    await rm(outside, { recursive: true })
  })

  test('an install step that leaves a symbolic link instead of a folder fails the build', async () => {
    await using opened = await openTestEngine()
    const script = `import fs from 'node:fs'; fs.symlinkSync('/etc', 'node_modules')`
    await assert.rejects(
      opened.engine.build(order({}, { 'install.mjs': script })),
      (error) => error instanceof Failure && /something else than a folder/.test(error.message),
    )
    assert.deepEqual(treesIn(opened.folder), [])
  })

  test('an install step that leaves nothing results in an empty folder', async () => {
    await using opened = await openTestEngine()
    const artifact = await opened.engine.build(order({}, { 'install.mjs': '1' }))
    assert.equal(await opened.engine.holds(artifact), true)
    const [tree] = treesIn(opened.folder)
    assert.deepEqual(readdirSync(`${tree}/node_modules`), [])
  })
})

test('shared dependencies: a sweep removes unreferenced old trees, and nothing else', async () => {
  await using opened = await openTestEngine({ without: ['users', 'sandbox', 'network', 'limits'] })
  const { engine, folder } = opened
  const artifact = await engine.build(order())
  const old = await engine.build(order({}, { 'lock.json': 'old' }))
  await engine.discard(old)
  const trees = treesIn(folder)
  assert.equal(trees.length, 2)
  const parts = {
    folders: await openFolders(folder),
    trash: openTrash(join(folder, 'trash'), () => {}),
    treesInUse: new TreesInUse(),
  }
  await sweep(parts, { unusedFor: 60_000, limits: noLimits, clock: Date.now })
  assert.equal(treesIn(folder).length, 2)
  for (const path of [...trees, join(folder, 'caches/app_one')]) await utimes(path, 0, 0)
  await sweep(parts, { unusedFor: 60_000, limits: noLimits, clock: Date.now })
  assert.equal(treesIn(folder).length, 1)
  assert.equal(existsSync(join(folder, 'caches/app_one')), false)
  assert.equal(await engine.holds(artifact), true)
  await parts.trash.settle()
})

const treesIn = (folder: string) =>
  readdirSync(join(folder, 'trees')).flatMap((key) =>
    readdirSync(join(folder, 'trees', key)).map((name) => join(folder, 'trees', key, name)),
  )

const treeOf = (folder: string, artifactId: string) =>
  JSON.parse(readFileSync(join(folder, 'artifacts', artifactId, 'artifact.json'), 'utf8')).tree

test('shared dependencies: each build trims unreferenced trees beyond the limit', async () => {
  const kept = { treeBytes: 1, archiveBytes: 1 }
  await using opened = await openTestEngine({
    kept,
    without: ['users', 'sandbox', 'network', 'limits'],
  })
  const { engine, folder } = opened
  await engine.discard(await engine.build(order({}, { 'lock.json': 'old' })))
  for (const path of treesIn(folder)) await utimes(path, 0, 0)
  await engine.build(order())
  await until(async () => treesIn(folder).length === 1, { timeout: 60_000, what: 'the trim' })
})
