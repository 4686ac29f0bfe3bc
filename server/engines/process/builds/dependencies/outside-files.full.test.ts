import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
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
/** Builds for a new application, and returns the log and the files that an instance sees. */
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

/** Like a manager that puts packages beside `node_modules` and migrates a lock file. */
const scattering = `mkdir -p node_modules/one .store/one/empty
echo one > .store/one/index.js
ln -s ../../.store/one node_modules/one/link
ln -s .store/one/index.js .loader.cjs
ln -s .store/one .linked
echo migrated >> lock
printf '#!/bin/sh' > .store/run; chmod +x .store/run`

describe('files that an installation writes outside the tree', () => {
  const source = { 'install.sh': scattering, lock: 'old\n', 'server.js': '' }

  test('are visible to every application that shares the tree, as if installed there', async () => {
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

  test('cause a private installation when the application has a file of that name', async () => {
    const files = { ...source, '.store/run': 'mine' }
    const { words, entries } = await build(files)
    assert.deepEqual(words, inOwnFolder('.store/run'))
    assert.deepEqual(entries, (await build(files, { isShared: false })).entries)
    assert.deepEqual((await build(source)).words, [reused])
  })

  test('cause a private installation when the application has a file in place of a folder', async () => {
    const files = { ...source, '.store': 'mine' }
    await assert.rejects(build(files, { isShared: false }), /^Failure: install exited with 1$/)
    await assert.rejects(build(files), /^Failure: install exited with 1$/)
  })

  test('are not shared when an input file was removed or replaced by something else', async () => {
    for (const action of ['rm lock', 'rm lock; ln -s settings lock', 'rm lock; mkdir lock']) {
      const files = { 'install.sh': `mkdir node_modules; ${action}`, lock: '', settings: '' }
      const { words, entries } = await build(files)
      assert.deepEqual(words, ['install', ...inOwnFolder('lock')])
      assert.deepEqual(entries, (await build(files, { isShared: false })).entries)
    }
  })

  test('cause a private installation when they are too many to list', async () => {
    const name = 'd'.repeat(250)
    const folder = Array.from({ length: 13 }, () => name).join('/')
    const script = `mkdir -p node_modules ${folder}; cd ${folder}; seq 6000 | xargs touch`
    const { words } = await build({ 'install.sh': script })
    const sentence =
      'The dependencies are not shared: installing writes too many files outside of them.'
    assert.deepEqual(words, ['install', sentence, 'install'])
  })

  test('are no longer copied once the build is aborted', async () => {
    await build(source)
    const trash = join(opened.folder, 'trash')
    const before = new Set(await readdir(trash))
    await assert.rejects(build(source, { cancelAt: reused }), /cancelled/)
    const thrown = (await readdir(trash)).filter((name) => !before.has(name))
    const left = await Promise.all(thrown.map((name) => readdir(join(trash, name))))
    assert.equal(left.flat().includes('app'), true)
    assert.equal(left.flat().includes('outside-copy'), false)
  })

  test('are reinstalled when a tree lacks them', async () => {
    const files = { ...source, settings: 'other' }
    const first = await build(files)
    const record = join(opened.folder, 'artifacts', first.id, 'artifact.json')
    const { tree } = JSON.parse(await readFile(record, 'utf8'))
    await rm(join(opened.folder, 'trees', tree.name, 'outside'), { recursive: true })
    assert.deepEqual((await build(files)).words, ['install'])
  })
})

test('shared dependencies: a tree whose programs contain the path of their application is not shared', async () => {
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
