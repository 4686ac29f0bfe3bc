import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Recipe } from '#platform/deployments/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/platform/sample-application.ts'
import { artifactEntries } from '#tests/support/projects/artifact-entries.ts'

const recipe: Recipe = {
  ...sampleRecipe,
  build: [],
  start: ['node', 'x.cjs'],
  dependencies: {
    folder: 'node_modules',
    install: { title: 'install', command: ['sh', 'install.sh'] },
    sharedBy: ['install.sh', 'lock', 'settings'],
  },
}

let opened: OpenedEngine
before(async () => {
  opened = await openTestEngine()
})
after(() => opened[Symbol.asyncDispose]())

let count = 0
let deployments = 0
/** Builds for an application of its own, and returns what was said and what an instance finds. */
async function build(
  files: Record<string, string>,
  { isShared = true, application = 0, cancelAt = '' } = {},
) {
  const cancelling = new AbortController()
  const deployment = ++deployments
  const number = application || ++count
  const words: string[] = []
  const { sharedBy: _, ...alone } = recipe.dependencies ?? assert.fail()
  const artifact = await opened.engine.build(
    sampleBuild({
      deploymentId: `deployment_${deployment}`,
      applicationId: `app_${number}`,
      applicationNumber: number,
      recipe: isShared ? recipe : { ...recipe, dependencies: alone },
      source: filesSource(files),
      say(line) {
        words.push(line)
        if (line === cancelAt) cancelling.abort(new Error('cancelled'))
      },
      signal: cancelling.signal,
    }),
  )
  return { words, id: artifact.id, entries: await artifactEntries(opened.folder, artifact.id) }
}

const reused = 'install: not needed, the same dependencies are installed already'
const inOwnFolder = (path: string) => [
  `The dependencies are not shared: installing changes "${path}" of the application.`,
  'install',
]

/** As a manager that lays packages out beside `node_modules`, and brings a lock file to its own format. */
const scattering = `mkdir -p node_modules/one .store/one/empty
echo one > .store/one/index.js
ln -s ../../.store/one node_modules/one/link
ln -s .store/one/index.js .loader.cjs
ln -s .store/one .linked
echo migrated >> lock
printf '#!/bin/sh' > .store/run; chmod +x .store/run`

describe('what an installation writes outside of the tree', () => {
  const source = { 'install.sh': scattering, lock: 'old\n', 'server.js': '' }

  test('is found by whoever shares it, as if it had been installed there', async () => {
    const own = await build(source, { isShared: false })
    const first = await build(source)
    assert.deepEqual(first.words, ['install'])
    assert.deepEqual(first.entries, own.entries)
    const second = await build({ ...source, 'server.js': 'other' })
    assert.deepEqual(second.words, [reused])
    const changed = await build({ ...source, 'server.js': 'other' }, { isShared: false })
    assert.deepEqual(second.entries, changed.entries)
    const { uid } = await stat(
      join(opened.folder, 'artifacts', second.id, 'app/.store/one/index.js'),
    )
    assert.notEqual(uid, 0)
  })

  test('is left to an installation in the own folder where the application has a file of that name', async () => {
    const files = { ...source, '.store/run': 'mine' }
    const { words, entries } = await build(files)
    assert.deepEqual(words, inOwnFolder('.store/run'))
    assert.deepEqual(entries, (await build(files, { isShared: false })).entries)
    assert.deepEqual((await build(source)).words, [reused])
  })

  test('is left to an installation in the own folder where the application has a file for a folder', async () => {
    const files = { ...source, '.store': 'mine' }
    await assert.rejects(build(files, { isShared: false }), /^Failure: install exited with 1$/)
    await assert.rejects(build(files), /^Failure: install exited with 1$/)
  })

  test('is not copied where a deciding file is gone, or no file any more', async () => {
    for (const action of ['rm lock', 'rm lock; ln -s settings lock', 'rm lock; mkdir lock']) {
      const files = { 'install.sh': `mkdir node_modules; ${action}`, lock: '', settings: '' }
      const { words, entries } = await build(files)
      assert.deepEqual(words, ['install', ...inOwnFolder('lock')])
      assert.deepEqual(entries, (await build(files, { isShared: false })).entries)
    }
  })

  test('is left to an installation in the own folder where it is too much to be listed', async () => {
    const name = 'd'.repeat(250)
    const folder = Array.from({ length: 13 }, () => name).join('/')
    const script = `mkdir -p node_modules ${folder}; cd ${folder}; seq 6000 | xargs touch`
    const { words } = await build({ 'install.sh': script })
    const sentence =
      'The dependencies are not shared: installing writes too many files outside of them.'
    assert.deepEqual(words, ['install', sentence, 'install'])
  })

  test('is not copied any more once the build has to end', async () => {
    await build(source)
    const trash = join(opened.folder, 'trash')
    const before = new Set(await readdir(trash))
    await assert.rejects(build(source, { cancelAt: reused }), /cancelled/)
    const thrown = (await readdir(trash)).filter((name) => !before.has(name))
    const left = await Promise.all(thrown.map((name) => readdir(join(trash, name))))
    assert.equal(left.flat().includes('app'), true)
    assert.equal(left.flat().includes('outside-copy'), false)
  })

  test('is installed again where a tree lacks it', async () => {
    const files = { ...source, settings: 'other' }
    const first = await build(files)
    const record = join(opened.folder, 'artifacts', first.id, 'artifact.json')
    const { tree } = JSON.parse(await readFile(record, 'utf8'))
    await rm(join(opened.folder, 'trees', tree.name, 'outside'), { recursive: true })
    assert.deepEqual((await build(files)).words, ['install'])
  })
})

test('a tree whose programs name the folder of their application is used by no other', async () => {
  const shim = `mkdir -p node_modules/.bin
echo 'export NODE_PATH="'$PWD'/node_modules"' > node_modules/.bin/tool`
  const source = { 'install.sh': shim }
  const first = await build(source)
  const second = await build(source)
  assert.deepEqual([first.words, second.words], [['install'], ['install']])
  const again = await build(source, { isShared: true, application: count })
  assert.deepEqual(again.words, [reused])
  assert.deepEqual(again.entries, second.entries)
})
