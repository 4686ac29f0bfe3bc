import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { keepArtifact } from '#engines/process/builds/artifacts.ts'
import { prepareInstance } from '#engines/process/instances/prepare-instance.ts'
import { refuseHidden } from '#engines/process/instances/refuse-hidden.ts'
import { DiskShares } from '#engines/process/limits/disk-shares.ts'
import { PortPool } from '#engines/process/network/port-pool.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { copyChecked } from '#kit/tenant-files/copy-checked.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import * as entries from '#kit/tenant-files/entries.ts'
import {
  compareTree,
  giveTree,
  lockTree,
  measureTrees,
  shareTree,
  snapshotTree,
} from '#kit/tenant-files/trees.ts'
import { newId } from '#kit/text/ids.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { sourceTree } from '#tests/laws/source-tree.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import {
  ownedByTenant,
  plantOddNames,
  plants,
  secret,
  swapForever,
  TenantTree,
  tenant,
} from '#tests/support/engine/tenant-tree.ts'
import { keepBuildCaches, restoreBuildCaches } from './builds/build-caches.ts'
import { watchRoom } from './builds/build-disk-watch.ts'
import { type BuildSandbox, installDirs, openBuildSandbox } from './builds/build-sandbox.ts'
import { copyArtifact } from './builds/copies/copy-artifact.ts'
import { keepArchives } from './builds/dependencies/archives.ts'
import { readDecidingFiles } from './builds/dependencies/dependency-key.ts'
import { provideDependencies } from './builds/dependencies/dependency-trees.ts'
import { openInstallCache } from './builds/dependencies/install-cache.ts'
import { keepNamed } from './builds/dependencies/named-archives.ts'
import { copyLayer, layerDir, splitLayer, uncoverLayer } from './builds/dependencies/own/layers.ts'
import { installForOne } from './builds/dependencies/own/own-installations.ts'
import { TreesInUse } from './builds/dependencies/trees-in-use.ts'
import { readImageRoot, readUserFiles } from './builds/image/image-root.ts'
import { leaveKept } from './builds/kept-files.ts'
import { artifactPaths, coursierCache } from './builds/sbt/shared-artifacts.ts'
import { openFolders } from './folders.ts'
import type { Parts } from './parts.ts'
import { defaultDirs } from './sandbox/confinement.ts'
import { openTrash } from './trash.ts'

const timeout = 300_000
const rounds = 4
const sha512 = (content: string) => createHash('sha512').update(content).digest('hex')
const stolen = sha512(secret)

/** Code of the server that works in a tree that a tenant can write to. */
interface Place {
  /** Source files of that code. */
  files: string[]
  /** Paths that it touches; each component is attacked. */
  paths: string[]
  /** Prepares a well-formed tree for the place. */
  prepare?(tree: string): Promise<unknown>
  /** Runs on the tree; the result must not reveal what the tenant may not read. */
  run(arena: TenantTree, parts: Parts): Promise<unknown>
}

const deep = 'sub/inner/file'
const npmPath = `npm/_cacache/content-v2/sha512/${stolen.slice(0, 2)}/${stolen.slice(2, 4)}/${stolen.slice(4)}`

/** A build whose application folder is the hostile tree. */
function sandboxOf({ tree, own }: TenantTree, run: BuildSandbox['run']): BuildSandbox {
  return {
    folder: own,
    app: tree,
    user: tenant,
    home: [],
    signal: new AbortController().signal,
    async makeDirs(dirs) {
      for (const name of Object.values(dirs)) await mkdir(join(own, name))
    },
    mountLayer() {},
    confine: () => Promise.reject(new Error('nothing is isolated here')),
    run,
    async [Symbol.asyncDispose]() {},
  }
}

const sharing = (build: typeof sampleRecipe.build) =>
  sampleBuild({
    recipe: {
      ...sampleRecipe,
      build,
      dependencies: {
        folder: 'sub/node_modules',
        install: { title: 'install', command: ['npm', 'ci'] },
        sharedBy: ['sub/package.json'],
      },
    },
  })

const ofTree =
  (run: (tree: string, own: string) => Promise<unknown>): Place['run'] =>
  ({ tree, own }) =>
    run(tree, own)

const places: Record<string, Place> = {
  'giving a tree away': {
    files: [
      'builds/build.ts',
      'builds/build-sandbox.ts',
      'builds/dependencies/install-cache.ts',
      'compiled/compile-npm.ts',
    ],
    paths: [deep],
    run: ofTree((tree) => giveTree(tenant + 1, tree)),
  },
  'sharing a tree': { files: [], paths: [deep], run: ofTree((tree) => shareTree(tenant, tree)) },
  'locking a tree': { files: [], paths: [deep], run: ofTree((tree) => lockTree(tenant, tree)) },
  'measuring a tree': {
    files: [
      'builds/build-disk-watch.ts',
      'sweep.ts',
      'limits/disk-shares.ts',
      'limits/deleted-files.ts',
      'limits/held-files.ts',
      'instances/disk-watch.ts',
    ],
    paths: [deep],
    async run({ tree }) {
      const limits = { bytes: 1, inodes: 1 }
      const shares = new DiskShares()
      const pids = async () => [process.pid]
      watchRoom({ id: 'one', folders: [tree], limits, shares, pids })[Symbol.dispose]()
      return measureTrees([tree])
    },
  },
  'comparing a tree with its snapshot': {
    files: [],
    paths: [deep],
    run: ofTree(async (tree) => compareTree(tree, await snapshotTree(tree))),
  },
  'copying a tree as its owner': {
    files: ['instances/prepare-instance.ts'],
    paths: [deep],
    prepare: (tree) => mkdir(join(tree, 'sub/linked')),
    async run({ tree, own }, parts) {
      await copyTree(tree, join(own, 'copy'), { owner: tenant })
      const app = join(parts.folders.artifacts, 'one/app')
      await mkdir(dirname(app))
      await rename(tree, app)
      await writeFile(
        join(dirname(app), 'artifact.json'),
        '{"tree":{"name":"t","at":"sub/linked"}}',
      )
      await mkdir(join(parts.folders.trees, 't/linked'), { recursive: true })
      const { applicationId, applicationNumber, limits } = sampleBuild()
      const order = { applicationId, applicationNumber, limits, environment: {}, tools: [] }
      const launch = { ...order, instanceId: 'i', artifact: { id: 'one', handle: {} } }
      const folder = join(parts.folders.instances, 'i')
      await prepareInstance(parts, { ...launch, command: ['true'] }, folder)
    },
  },
  'copying an artifact with its layer for another application': {
    files: ['builds/copies/copy-artifact.ts'],
    paths: [deep],
    async run({ tree, own }, parts) {
      const { artifacts, installations } = parts.folders
      const layer = 'of-the-source/one'
      await mkdir(join(installations, layer), { recursive: true })
      await copyTree(tree, join(installations, layer, layerDir), { owner: tenant })
      await mkdir(join(artifacts, 'one'))
      await rename(tree, join(artifacts, 'one/app'))
      await writeFile(join(artifacts, 'one/artifact.json'), JSON.stringify({ layer }))
      const { applicationId, ownerId, signal } = sampleBuild()
      const copied = await copyArtifact(parts, {
        applicationId,
        ownerId,
        signal,
        builtFor: applicationId,
        deploymentId: newId('deployment'),
        applicationNumber: 7,
        artifact: { id: 'one', handle: {} },
      })
      assert.ok(existsSync(join(artifacts, copied.id, 'app')))
      assert.deepEqual(await readdir(join(own, 'engine/builds')), [])
    },
  },
  'copying a file that has a hash': {
    files: ['builds/dependencies/archives.ts', 'builds/dependencies/named-archives.ts'],
    paths: [npmPath, 'yarn-global/cache/one.zip', 'yarn-archives/one.tgz', deep],
    async run({ tree, own }) {
      const target = () => join(own, 'checked')
      await copyChecked({ root: tree, path: deep, maxBytes: 1000, scratch: own, target })
      await keepArchives({ archives: own, cache: tree }, [stolen])
      await keepNamed({ own: join(own, 'named'), cache: tree }, [stolen])
    },
  },
  'reading the files that decide': {
    files: ['builds/dependencies/dependency-key.ts'],
    paths: ['sub/package.json'],
    run: ofTree((tree) => readDecidingFiles(tree, ['sub/package.json'])),
  },
  "listing the artifacts of an application's cache": {
    files: ['builds/sbt/shared-artifacts.ts'],
    paths: [`${coursierCache}/https/host/org/one/1/one-1.jar`],
    run: ofTree((tree) => artifactPaths(tree)),
  },
  'reading, making and removing an entry': {
    files: [],
    paths: [deep],
    async run({ tree, own }) {
      const attempt = (act: Promise<unknown>) => act.catch((error) => error)
      await mkdir(join(own, 'fresh'))
      return [
        await attempt(entries.statIn(tree, deep).then((stats) => stats?.size === secret.length)),
        await attempt(entries.readFileIn(tree, deep, 1000)),
        await attempt(entries.listFolderIn(tree, 'sub/inner', 100)),
        await attempt(entries.removeEmptyFolderIn(tree, deep)),
        await attempt(entries.removeFileIn(tree, deep)),
        await attempt(entries.linkIn(tree, deep, 'nowhere')),
        await attempt(entries.makeFoldersIn(tree, `${deep}/a/b`, tenant)),
        await attempt(entries.moveIn(join(own, 'fresh'), tree, deep)),
        await attempt(entries.moveOut(tree, deep, join(own, 'out'))),
      ]
    },
  },
  'reading the root of an image': {
    files: [
      'builds/image/build-image.ts',
      'builds/image/builder-settings.ts',
      'builds/image/image-root.ts',
    ],
    paths: ['etc/passwd', 'etc/group', deep],
    async run({ tree }) {
      await giveTree(tenant, tree)
      const root = await readImageRoot(tree)
      const users = await readUserFiles(tree)
      await entries.makeFoldersIn(tree, `${deep}/workdir`, tenant).catch(() => {})
      return { root, users }
    },
  },
  'leaving files out of an artifact': {
    files: ['builds/kept-files.ts'],
    paths: [deep],
    async run(arena, parts) {
      const sandbox = sandboxOf(arena, async () => {})
      const provided = { tree: { name: 't', at: deep } }
      return leaveKept(parts, sandbox, { without: [deep] }, { provided, say: () => {} })
    },
  },
  'keeping only some files in an artifact': {
    files: ['builds/kept-files.ts', 'builds/artifacts.ts'],
    paths: [deep],
    async run(arena, parts) {
      const sandbox = sandboxOf(arena, async () => {})
      const kept = { only: [deep, 'sub/other'] }
      await leaveKept(parts, sandbox, kept, { provided: {}, say: () => {} })
      await keepArtifact(parts, sandbox, 'artifact', {})
    },
  },
  'making a dependency tree': {
    files: [
      'builds/dependencies/dependency-trees.ts',
      'builds/dependencies/outside-files.ts',
      'builds/dependencies/placed-programs.ts',
    ],
    paths: [
      'sub/node_modules/one',
      'sub/node_modules/.bin/tool',
      'sub/beside/file',
      'sub/package.json',
    ],
    async run(arena, parts) {
      // The installation finds the files of the source, and leaves the same in its own folder.
      const sandbox = sandboxOf(arena, async () => {
        await rename(arena.tree, join(arena.own, 'app'))
        const install = join(arena.own, installDirs.app)
        await rename(install, join(arena.own, 'empty'))
        await rename(join(arena.own, 'app'), install)
        await mkdir(join(arena.tree, 'sub'), { recursive: true })
      })
      return provideDependencies(parts, sandbox, sharing([]), [])
    },
  },
  'putting a copy of a dependency tree into a build': {
    files: ['builds/dependencies/dependency-trees.ts'],
    paths: ['sub/node_modules', 'sub/package.json'],
    async run(arena, parts) {
      const sandbox = sandboxOf(arena, async () => {})
      return provideDependencies(parts, sandbox, sharing(sampleRecipe.build), [])
    },
  },
  'keeping the installation of one application': {
    files: [
      'builds/dependencies/own/layers.ts',
      'builds/dependencies/own/own-installations.ts',
      'builds/dependencies/own/source-record.ts',
      'builds/dependencies/own/variable-readers.ts',
    ],
    paths: [deep, 'node_modules/one/package.json', 'node_modules/.pnpm/lock.yaml'],
    async run(arena, parts) {
      const sandbox = sandboxOf(arena, async () => {})
      const order = sampleBuild({
        recipe: {
          ...sampleRecipe,
          dependencies: {
            folder: 'node_modules',
            install: { title: 'install', command: ['npm', 'install'] },
          },
        },
      })
      for (let times = 0; times < 2; times += 1)
        await installForOne(parts, sandbox, order, async () => {})
    },
  },
  'moving an installation to a layer': {
    files: [
      'builds/dependencies/own/layers.ts',
      'builds/dependencies/own/installation-store.ts',
      'builds/dependencies/own/tree-copies.ts',
    ],
    paths: [deep, 'node_modules/one/package.json'],
    async run(arena, parts) {
      const layer = join(arena.own, 'layer')
      await mkdir(layer)
      const outcome = { made: [deep], changed: ['node_modules/one/package.json'], removed: ['sub'] }
      await splitLayer(arena.tree, outcome, layer, tenant)
      await uncoverLayer(
        parts,
        sandboxOf(arena, async () => {}),
        outcome,
      )
    },
  },
  'copying a layer into a build': {
    files: ['builds/dependencies/own/layers.ts'],
    paths: [deep],
    async run(arena) {
      const layer = join(arena.own, 'layer')
      await mkdir(join(layer, 'sub/inner'), { recursive: true })
      await mkdir(join(layer, 'node_modules'))
      await writeFile(join(layer, deep), 'ours')
      ownedByTenant(layer)
      const outcome = { made: ['node_modules'], changed: [deep], removed: [] }
      await copyLayer(
        layer,
        sandboxOf(arena, async () => {}),
        outcome,
      )
    },
  },
  'keeping what build steps cache, and giving it back': {
    files: ['builds/build-caches.ts'],
    paths: ['sub/inner/file', '.next/cache/file'],
    async run(arena, parts) {
      const recipe = { ...sampleRecipe, buildCaches: ['.next/cache', 'sub/inner'] }
      const order = sampleBuild({ recipe })
      const artifact = join(parts.folders.artifacts, order.deploymentId)
      await mkdir(artifact)
      await rename(arena.tree, join(artifact, 'app'))
      await keepBuildCaches(parts, order)
      await rename(join(artifact, 'app'), arena.tree)
      await rename(join(arena.tree, '.next'), join(arena.own, 'away')).catch(() => {})
      await restoreBuildCaches(
        parts,
        sandboxOf(arena, async () => {}),
        order,
      )
    },
  },
  'lending archives to an installation': {
    files: ['builds/dependencies/install-cache.ts'],
    paths: [npmPath, 'yarn-archives/one.tgz'],
    async run(arena, parts) {
      const files = new Map([['package-lock.json', Buffer.from(sha512('ours'))]])
      await writeFile(join(parts.folders.archives, sha512('ours')), 'ours')
      const order = sharing([])
      const first = await openInstallCache(
        parts,
        sandboxOf(arena, async () => {}),
        order,
        files,
      )
      await rename(first.folder, join(arena.folder, 'lent'))
      await rename(arena.tree, first.folder)
      await first.keep()
      const again = sandboxOf(
        { ...arena, own: join(arena.own, 'again') } as TenantTree,
        async () => {},
      )
      await mkdir(again.folder)
      const second = await openInstallCache(parts, again, order, files)
      assert.deepEqual(await readdir(second.folder), ['npm'])
    },
  },
  'removing the files of a home': {
    files: ['builds/home-files.ts', 'builds/build-sandbox.ts'],
    paths: ['.ssh/id_ed25519'],
    async run(arena, parts) {
      const home = [{ path: '.ssh/id_ed25519', content: 'key', secrets: [] }]
      const { signal } = new AbortController()
      const sandbox = await openBuildSandbox(parts, sampleBuild(), { home, signal })
      await sandbox.makeDirs(defaultDirs, home)
      await rename(join(sandbox.folder, 'home'), join(arena.folder, 'honest'))
      await rename(arena.tree, join(sandbox.folder, 'home'))
      await sandbox[Symbol.asyncDispose]()
    },
  },
  'refusing volumes that would hide files': {
    files: ['instances/refuse-hidden.ts'],
    paths: [deep],
    run: ofTree((tree) =>
      refuseHidden(tree, [{ id: 'a-volume', path: deep }]).catch((error) => {
        if (error instanceof Failure) return error.message
        throw error
      }),
    ),
  },
  'throwing a tree away': {
    files: ['trash.ts'],
    paths: [deep],
    async run({ tree, own }, { trash }) {
      await trash.throwAway(tree)
      await trash.settle()
      assert.deepEqual(await readdir(join(own, 'engine/trash')), [])
    },
  },
}

/** An engine in which nothing runs. */
async function partsOf({ own }: TenantTree): Promise<Parts> {
  const folders = await openFolders(join(own, 'engine'))
  const capabilities = { users: true, sandbox: false, layers: false, network: false }
  const trash = openTrash(folders.trash, () => {})
  const parts = {
    folders,
    trash,
    capabilities: { ...capabilities, obstacles: {} },
    network: undefined,
    ports: new PortPool(),
    treesInUse: new TreesInUse(),
    diskShares: new DiskShares(),
    buildRoom: { bytes: 1e9, inodes: 1e6 },
    trimTrees: () => {},
    log: () => {},
  }
  return parts as unknown as Parts
}

/** Runs the work, which may fail but has to end, and checks its effect on files outside the tree. */
async function attack({ run }: Place, arena: TenantTree): Promise<void> {
  await chmod(arena.victim, 0o700)
  const before = arena.victimFacts()
  const parts = await partsOf(arena)
  const work = run(arena, parts).catch((error: Error) => {
    if (error instanceof assert.AssertionError) throw error
    return error
  })
  const answer = await withTimeout(work, timeout, 'the work')
  assert.deepEqual(arena.victimFacts(), before)
  arena.assertNoLeak()
  const told = inspect(answer, { depth: 5, maxArrayLength: 1000 }).replaceAll(/[\s.]/g, '')
  const secrets = [secret, Buffer.from(secret).toString('hex')].map((text) =>
    text.replaceAll(' ', ''),
  )
  for (const one of secrets) assert.ok(!told.includes(one), told)
}

describe("work in a tenant's tree is not misled", () => {
  for (const [name, place] of Object.entries(places)) {
    test(`${name}: by hostile entries`, async () => {
      for (const path of place.paths) {
        const names = path.split('/')
        for (const [at] of names.entries()) {
          for (const [kind, plant] of Object.entries(plants)) {
            await using arena = await TenantTree.create()
            await plantOddNames(arena.tree)
            const spot = join(arena.tree, ...names.slice(0, at + 1))
            await mkdir(dirname(spot), { recursive: true })
            await plant(spot, names.slice(at + 1).join('/'), arena.victim)
            ownedByTenant(arena.tree)
            try {
              await attack(place, arena)
            } catch (error) {
              throw new Error(`${kind} at ${names.slice(0, at + 1).join('/')}`, { cause: error })
            }
          }
        }
      }
    })

    test(`${name}: and works with a well-formed tree`, async () => {
      await using arena = await TenantTree.create()
      for (const path of place.paths) {
        await mkdir(dirname(join(arena.tree, path)), { recursive: true })
        await writeFile(join(arena.tree, path), 'honest')
      }
      await place.prepare?.(arena.tree)
      ownedByTenant(arena.tree)
      await place.run(arena, await partsOf(arena))
    })

    test(`${name}: by folders that are swapped for symbolic links meanwhile`, async () => {
      const [path = ''] = place.paths
      const [first = ''] = path.split('/')
      for (let round = 0; round < rounds; round++) {
        await using arena = await TenantTree.create()
        const victim = join(arena.victim, path.split('/').slice(1).join('/'))
        await mkdir(dirname(victim), { recursive: true })
        await writeFile(victim, secret, { mode: 0o600 })
        await mkdir(join(arena.tree, dirname(path)), { recursive: true })
        await writeFile(join(arena.tree, path), 'honest')
        for (let more = 0; more < 250; more++) mkdirSync(join(arena.tree, `${more}`))
        ownedByTenant(arena.tree)
        await using _ = await swapForever(join(arena.tree, first), arena.victim)
        await attack(place, arena)
      }
    })
  }
})

test('tenant trees: every file of the engine that works in them is attacked by this test', () => {
  const folder = 'server/engines/process/'
  const users = sourceTree(folder).filter(
    ({ path, text }) => !path.endsWith('.test.ts') && text.includes("from '#kit/tenant-files/"),
  )
  const named = new Set(Object.values(places).flatMap(({ files }) => files))
  const using = users.map(({ path }) => path.slice(folder.length))
  assert.deepEqual(
    using.filter((path) => !named.has(path)),
    [],
  )
  assert.deepEqual(
    [...named].filter((path) => !existsSync(`${folder}${path}`)),
    [],
    'named but not there',
  )
})
