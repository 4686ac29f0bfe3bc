import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import type { Dependencies, Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { TreesInUse } from './builds/dependencies/trees-in-use.ts'
import { openFolders } from './folders.ts'
import { noLimits, sweep, trimArchives, trimTrees } from './sweep.ts'
import { openTrash } from './trash.ts'

/** A tree like those of pnpm: a store, symbolic and hard links to it, and read-only folders. */
const install = `set -e
mkdir -p .pnpm-store node_modules/.pnpm/one/lib
echo one > .pnpm-store/file
ln .pnpm-store/file node_modules/.pnpm/one/lib/file
ln -s .pnpm/one node_modules/one
ln -s /etc node_modules/out
chmod 555 node_modules/.pnpm/one/lib node_modules/.pnpm/one`

const recipeOf = (more: Partial<Dependencies>): Recipe => ({
  ...sampleRecipe,
  build: [],
  dependencies: {
    folder: 'node_modules',
    install: { title: 'install', command: ['sh', 'install.sh'] },
    sharedBy: ['install.sh'],
    ...more,
  },
})

test('sweep: shared and private trees stay while a release uses them, and are removed when old', async () => {
  await using opened = await openTestEngine()
  const { engine, folder } = opened
  const source = filesSource({ 'install.sh': install })
  const artifacts = await Promise.all(
    [{}, { isPrivate: true }].map((more, index) =>
      engine.build(
        sampleBuild({ deploymentId: `deployment_${index}`, source, recipe: recipeOf(more) }),
      ),
    ),
  )
  const trees = readdirSync(join(folder, 'trees')).flatMap((key) =>
    readdirSync(join(folder, 'trees', key)).map((name) => join(folder, 'trees', key, name)),
  )
  assert.equal(trees.length, 2)
  const parts = {
    folders: await openFolders(folder),
    trash: openTrash(join(folder, 'trash'), assert.fail),
    treesInUse: new TreesInUse(),
  }
  const left = async () => {
    await sweep(parts, { unusedFor: 60_000, limits: noLimits, clock: Date.now })
    return trees.filter(existsSync).length
  }
  for (const tree of trees) await utimes(tree, 0, 0)
  assert.equal(await left(), 2)
  for (const artifact of artifacts) await engine.discard(artifact)
  assert.equal(await left(), 0)
  assert.equal(existsSync('/etc/passwd'), true)
  await parts.trash.settle()
  assert.deepEqual(readdirSync(join(folder, 'trees')), [])
})

test('sweep: archives beyond the limit are removed, least recently used first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-sweep-'))
  try {
    for (const [age, name] of ['newest', 'middle', 'oldest'].entries()) {
      await writeFile(join(folder, name), 'x'.repeat(100))
      await utimes(join(folder, name), 1000 - age, 1000 - age)
    }
    await trimArchives(folder, 200)
    assert.deepEqual(readdirSync(folder).sort(), ['middle', 'newest'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('sweep: shared trees beyond the limit are removed, least recently used first, unless a release uses them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-sweep-'))
  try {
    const folders = await openFolders(folder)
    const trash = openTrash(folders.trash, assert.fail)
    const treesInUse = new TreesInUse()
    for (const [age, name] of ['newest', 'middle', 'oldest', 'needed'].entries()) {
      const tree = join(folders.trees, name, 'tree')
      await mkdir(join(tree, 'node_modules'), { recursive: true })
      await writeFile(join(tree, 'node_modules/file'), 'x'.repeat(50_000))
      await utimes(tree, 1000 - age, 1000 - age)
    }
    await mkdir(join(folders.artifacts, 'deployment_1'))
    await writeFile(
      join(folders.artifacts, 'deployment_1/artifact.json'),
      JSON.stringify({ tree: { name: 'needed/tree', at: 'node_modules' } }),
    )
    const { bytes } = await measureTrees([folders.trees])
    await trimTrees({ folders, trash, treesInUse }, bytes * 0.6, Date.now)
    assert.deepEqual(readdirSync(folders.trees).sort(), ['needed', 'newest'])
    await trimTrees({ folders, trash, treesInUse }, 1, () => 1000 * 1000 + 30_000)
    assert.deepEqual(readdirSync(folders.trees).sort(), ['needed', 'newest'], 'just used')
    treesInUse.hold('deployment_2', 'newest/tree')
    await trimTrees({ folders, trash, treesInUse }, 1, Date.now)
    assert.deepEqual(readdirSync(folders.trees).sort(), ['needed', 'newest'], 'in use')
    treesInUse.release('deployment_2')
    await trimTrees({ folders, trash, treesInUse }, 1, Date.now)
    assert.deepEqual(readdirSync(folders.trees), ['needed'])
    await trash.settle()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
