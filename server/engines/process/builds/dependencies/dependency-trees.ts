import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type BuildSandbox, installDirs } from '#engines/process/builds/build-sandbox.ts'
import type { Folders } from '#engines/process/folders.ts'
import type { FetchedTool, Parts } from '#engines/process/parts.ts'
import { defaultDirs } from '#engines/process/sandbox/confinement.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import { inFolder, inTree } from '#kit/tenant-files/descriptors.ts'
import { makeFoldersIn, moveIn, moveOut } from '#kit/tenant-files/entries.ts'
import { giveTree, lockTree, shareTree } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Dependencies } from '#platform/model/hosting/recipe/recipe.ts'
import { dependencyKey, readDecidingFiles } from './dependency-key.ts'
import { openInstallCache } from './install-cache.ts'
import {
  changes,
  findObstacle,
  hasOutsideFiles,
  placeOutsideFiles,
  takeOutsideFiles,
} from './outside-files.ts'
import { isMounted } from './own/layers.ts'
import { installForOne } from './own/own-installations.ts'
import { mountTreeCopy } from './own/tree-copies.ts'
import { namesItsPlace } from './placed-programs.ts'

/** Reference to a shared dependency tree: its name below `trees`, and its path in the application's folder. */
export interface SharedTree {
  /** `<key>/<the build that made it>` */
  name: string
  at: string
}

/** Dependencies outside the application's folder. */
export interface ProvidedDependencies {
  tree?: SharedTree
  /** Name of a layer that is mounted below the application's folder. */
  layer?: string
}

export const treeFolder = ({ trees }: Folders, { name, at }: SharedTree) =>
  join(trees, name, basename(at))

/** Installs the dependencies or reuses installed ones. Returns those outside the application's folder. */
export async function provideDependencies(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  tools: FetchedTool[],
): Promise<ProvidedDependencies> {
  const { dependencies, environment, build } = order.recipe
  if (!dependencies) return {}
  const { sharedBy, install, isPrivate } = dependencies
  const hasParent = await inTree(sandbox.app, dependencies.folder, async () => true)
  const files = sharedBy && (await readDecidingFiles(sandbox.app, sharedBy))
  const installHere = async () => {
    const own = { ...environment, ...order.environment }
    const layer = await installForOne(parts, sandbox, order, () =>
      sandbox.run(install, { dirs: defaultDirs, tools, environment: own, isInstall: true }),
    )
    return layer === undefined ? {} : { layer }
  }
  if (!files || !hasParent) return installHere()

  const keyFor = (owner?: string) => dependencyKey(dependencies, order.recipe.tools, files, owner)
  const key = keyFor(isPrivate ? order.applicationId : undefined)
  const ownKey = keyFor(order.applicationId)
  const found = order.withoutCache
    ? undefined
    : ((await newestTree(parts.folders, key)) ?? (await newestTree(parts.folders, ownKey)))
  if (!found) {
    const cache = await openInstallCache(parts, sandbox, order, files)
    await installFrom(files, sandbox, dependencies, { tools, cache: cache.folder })
    await cache.keep()
  }
  const published =
    found ??
    (await publish(parts, sandbox, { dependencies, files }, async (installed, missing) => {
      if (missing.length === 0) {
        const isPlaced = await namesItsPlace(installed, `/${order.applicationId}/`)
        return isPlaced ? ownKey : key
      }
      order.say(
        `The dependencies are not shared: installing left out optional packages (${missing.join(', ')}).`,
      )
      // A key that only this deployment knows makes the tree private to it.
      return keyFor(order.deploymentId)
    }))
  if (typeof published === 'string') parts.treesInUse.hold(order.deploymentId, published)
  const obstacle =
    typeof published === 'string'
      ? await findObstacle(parts.folders, published, sandbox, files)
      : changes(published.unrepeatable)
  if (typeof published !== 'string' || obstacle !== undefined) {
    order.say(`The dependencies are not shared: installing ${obstacle}.`)
    return installHere()
  }
  if (found) order.say(`${install.title}: not needed, the same dependencies are installed already`)
  const name = published
  await placeOutsideFiles(parts.folders, name, sandbox)
  const tree = { name, at: dependencies.folder }
  await inTree(sandbox.app, tree.at, (place) => parts.trash.throwAway(place))
  if (build.length === 0) {
    // An empty mount point for the tree, replacing whatever the source has at that path.
    await makeFoldersIn(sandbox.app, tree.at, sandbox.user)
    return { tree }
  }
  if (isMounted(parts, order)) {
    const copied = { ...tree, folder: treeFolder(parts.folders, tree) }
    return { layer: await mountTreeCopy(parts, sandbox, order, copied) }
  }
  // Build steps may write into the folder, so they get a copy, made where only the server can write, then moved.
  const copy = join(sandbox.folder, 'copied')
  await copyTree(treeFolder(parts.folders, tree), copy, { signal: sandbox.signal })
  await giveTree(sandbox.user, copy)
  await moveIn(copy, sandbox.app, tree.at)
  return {}
}

/** Picks the newest tree, so that one made without cache replaces the others. */
async function newestTree(folders: Folders, key: string): Promise<string | undefined> {
  const { trees } = folders
  const names: string[] = []
  for (const name of await readdir(join(trees, key)).catch(() => [])) {
    if (await hasOutsideFiles(folders, `${key}/${name}`)) names.push(name)
  }
  const dated = await Promise.all(
    names.map(async (name) => ({ name, date: (await stat(join(trees, key, name))).mtimeMs })),
  )
  const newest = dated.sort((one, other) => other.date - one.date)[0]?.name
  if (newest === undefined) return undefined
  await utimes(join(trees, key, newest), new Date(), new Date())
  return `${key}/${newest}`
}

/**
 * Installs a shared tree with only the input files and the address of the operator's registry at hand, so that nothing
 * else can get into a tree that other applications use; a private tree also gets the home files with their secrets.
 */
async function installFrom(
  files: Map<string, Buffer>,
  sandbox: BuildSandbox,
  { install, isPrivate }: Dependencies,
  { tools, cache }: { tools: FetchedTool[]; cache: string },
): Promise<void> {
  const folder = join(sandbox.folder, installDirs.app)
  const home = sandbox.home.filter(({ secrets }) => isPrivate || secrets.length === 0)
  await sandbox.makeDirs(installDirs, home)
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await giveTree(sandbox.user, folder)
  await sandbox.run(install, {
    dirs: installDirs,
    tools,
    environment: {},
    cache,
    isInstall: true,
  })
}

/** An installation changed an input file in a way that copying cannot reproduce. */
interface Unrepeatable {
  unrepeatable: string
}

interface InstalledTree {
  dependencies: Dependencies
  files: ReadonlyMap<string, Buffer>
}

/** Moves an installed tree to the shared trees, atomically. */
async function publish(
  { folders, trash }: Parts,
  sandbox: BuildSandbox,
  { dependencies, files }: InstalledTree,
  chooseKey: (installed: string, missing: string[]) => Promise<string>,
): Promise<string | Unrepeatable> {
  const { folder, install, isPrivate, expected = [] } = dependencies
  const root = join(sandbox.folder, installDirs.app)
  const fresh = join(sandbox.folder, 'tree')
  const installed = join(fresh, basename(folder))
  await mkdir(fresh)
  if (!(await moveOut(root, folder, installed))) await mkdir(installed)
  if (!(await lstat(installed)).isDirectory()) {
    throw new Failure('build', `${install.title} left something else than a folder at ${folder}`)
  }
  const unrepeatable = await takeOutsideFiles(trash, root, files, fresh)
  if (unrepeatable !== undefined) return { unrepeatable }
  await (isPrivate ? lockTree : shareTree)(sandbox.user, fresh)
  const key = await chooseKey(installed, await missingIn(installed, expected))
  const name = `${key}/${randomUUID()}`
  await mkdir(join(folders.trees, key), { recursive: true })
  await rename(fresh, join(folders.trees, name))
  return name
}

/** The folders that are missing in the tree. */
async function missingIn(tree: string, paths: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const path of paths) {
    const isThere = await inFolder(tree, path.split('/'), async () => true)
    if (!isThere) missing.push(path)
  }
  return missing
}
