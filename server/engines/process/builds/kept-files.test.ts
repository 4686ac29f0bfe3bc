import assert from 'node:assert/strict'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'

const source = filesSource({
  'dist/main.mjs': "console.log('running')",
  'dist/deep/one': '1',
  'dist/deep/two': '2',
  'src/main.ts': '',
  'package.json': '{}',
})
const order = (kept: NonNullable<Recipe['kept']>, more: Partial<Recipe> = {}) =>
  sampleBuild({
    recipe: { ...sampleRecipe, build: [], start: ['node', 'dist/main.mjs'], kept, ...more },
    source,
  })

const filesOf = (folder: string, id: string) =>
  readdirSync(join(folder, 'artifacts', id, 'app'), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).split('/app/')[1])
    .sort()

test('kept files: only those are in the artifact, and it runs', async () => {
  await using opened = await openTestEngine()
  const { engine, folder, seen } = opened
  const said: string[] = []
  const kept = {
    only: ['dist/deep/one', './dist/main.mjs', 'dist/deep/', 'absent', 'package.json/x'],
  }
  const build = { ...order(kept), say: (line: string) => void said.push(line) }
  const artifact = await engine.build(build)
  assert.deepEqual(filesOf(folder, artifact.id), [
    'dist/deep/one',
    'dist/deep/two',
    'dist/main.mjs',
  ])
  assert.deepEqual(said, [
    'There is nothing to be kept at absent.',
    'There is nothing to be kept at package.json/x.',
  ])
  await engine.start(sampleStart(artifact, 'one', {}, { recipe: build.recipe }))
  await seen.line('one', 'running')
})

test('kept files: excluded files are not in the artifact', async () => {
  await using opened = await openTestEngine()
  const kept = { without: ['src/', 'dist/deep/one', 'absent/x'] }
  const { id } = await opened.engine.build(order(kept))
  const files = ['dist/deep/two', 'dist/main.mjs', 'package.json']
  assert.deepEqual(filesOf(opened.folder, id), files)
})

test('kept files: no path leads out of the folder, and no symbolic link is followed', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'berth-outside-'))
  await writeFile(join(outside, 'file'), 'mine')
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  for (const path of ['/etc', '../x', 'a/../../x', '', '.', '/']) {
    for (const kept of [{ only: [path] }, { without: [path] }]) {
      const isFailure = (error: Error) =>
        error instanceof Failure && /not a path inside/.test(error.message)
      await assert.rejects(engine.build(order(kept)), isFailure)
    }
  }
  const build = [{ title: 'link', command: ['ln', '-s', outside, 'out'] as [string, ...string[]] }]
  await engine.build(order({ without: ['out/file'] }, { build }))
  const { id } = await engine.build(order({ only: ['out/file', 'out'] }, { build }))
  const app = join(folder, 'artifacts', id, 'app')
  assert.deepEqual(readdirSync(app), ['out'])
  assert.equal(lstatSync(join(app, 'out')).isSymbolicLink(), true)
  assert.equal(existsSync(join(outside, 'file')), true)
  assert.deepEqual(readdirSync(join(folder, 'builds')), [])
  await rm(outside, { recursive: true })
})

test('kept files: a shared tree is present only when it is kept', async () => {
  await using opened = await openTestEngine()
  const { engine, seen } = opened
  const dependencies: Recipe['dependencies'] = {
    folder: 'node_modules',
    install: { title: 'install', command: ['mkdir', '-p', 'node_modules/one'] },
    sharedBy: ['package.json'],
  }
  const start: Recipe['start'] = ['sh', '-c', 'ls -d node_modules/* || echo none']
  const cases: [NonNullable<Recipe['kept']>, string][] = [
    [{ only: ['dist'] }, 'none'],
    [{ only: ['dist', 'node_modules'] }, 'node_modules/one'],
    [{ without: ['node_modules'] }, 'none'],
    [{ without: ['src'] }, 'node_modules/one'],
  ]
  for (const [kept, line] of cases) {
    const build = order(kept, { dependencies, start })
    const artifact = await engine.build(build)
    const id = `${JSON.stringify(kept).replace(/\W/g, '')}`
    await engine.start(sampleStart(artifact, id, {}, { recipe: build.recipe }))
    await seen.line(id, line)
  }
})
