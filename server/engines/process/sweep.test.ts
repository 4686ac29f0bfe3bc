import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFolders } from '#engines/process/folders.ts'
import { sweep, trimArchives } from '#engines/process/sweep.ts'
import { openTrash } from '#engines/process/trash.ts'
import type { Dependencies, Recipe } from '#platform/deployments/recipe.ts'
import { openTestEngine } from '#tests/fixtures/process-engine.ts'
import { sampleBuild, sampleRecipe } from '#tests/fixtures/sample-application.ts'
import { filesSource } from '#tests/source-files.ts'

/** A tree as pnpm leaves it: a store, links to it of both kinds, and folders that cannot be written. */
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

test('shared and private trees stay while a release needs them, and go when they are old', async () => {
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
  }
  const left = async () => {
    await sweep(parts, 60_000, Date.now)
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

test('sweep: archives beyond the limit go, those used least lately first', async () => {
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
