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
import type { BuildOrder } from '#platform/deployments/engine.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Dependencies } from '#platform/deployments/recipe/recipe.ts'
import { dependencyKey, readDecidingFiles } from './dependency-key.ts'
import { openInstallCache } from './install-cache.ts'
import {
  changes,
  findObstacle,
  hasOutsideFiles,
  placeOutsideFiles,
  takeOutsideFiles,
} from './outside-files.ts'
import { installForOne } from './own-installations.ts'
import { namesItsPlace } from './placed-programs.ts'

/** A shared dependency tree by its place below `trees`, and where it belongs in an application's folder. */
export interface SharedTree {
  /** `<key>/<the build that made it>` */
  name: string
  at: string
}

export const treeFolder = ({ trees }: Folders, { name, at }: SharedTree) =>
  join(trees, name, basename(at))

/** Installs the dependencies, or finds them installed. The answer is a tree that is not in the application's folder. */
export async function provideDependencies(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  tools: FetchedTool[],
): Promise<SharedTree | undefined> {
  const { dependencies, environment, build } = order.recipe
  if (!dependencies) return undefined
  const { sharedBy, install, isPrivate } = dependencies
  const hasParent = await inTree(sandbox.app, dependencies.folder, async () => true)
  const files = sharedBy && (await readDecidingFiles(sandbox.app, sharedBy))
  const installHere = async () => {
    const own = { ...environment, ...order.environment }
    await installForOne(parts, sandbox, order, () =>
      sandbox.run(install, { rooms: defaultDirs, tools, environment: own, isInstall: true }),
    )
    return undefined
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
      // No deployment looks for a tree under a key that only this one knows.
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
    // An empty folder where the tree will be seen, whatever the source has there.
    await makeFoldersIn(sandbox.app, tree.at, sandbox.user)
    return tree
  }
  // A build step may write into the folder, so it gets a copy, made where only we can write and then moved there.
  const copy = join(sandbox.folder, 'copied')
  await copyTree(treeFolder(parts.folders, tree), copy, { signal: sandbox.signal })
  await giveTree(sandbox.user, copy)
  await moveIn(copy, sandbox.app, tree.at)
  return undefined
}

/** Of several the newest, so that a tree made without cache takes the place of the others. */
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
 * With nothing at hand but the deciding files and the address of the operator's registry, so that nothing else can get
 * into a tree that others will use; for a tree that nobody else will use, also with the secrets of the home files.
 */
async function installFrom(
  files: Map<string, Buffer>,
  sandbox: BuildSandbox,
  { install, isPrivate }: Dependencies,
  { tools, cache }: { tools: FetchedTool[]; cache: string },
): Promise<void> {
  const folder = join(sandbox.folder, installDirs.app)
  const home = sandbox.home.filter(({ secrets }) => isPrivate || secrets.length === 0)
  await sandbox.furnish(installDirs, home)
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await giveTree(sandbox.user, folder)
  await sandbox.run(install, {
    rooms: installDirs,
    tools,
    environment: {},
    cache,
    isInstall: true,
  })
}

/** An installation that did to a deciding file what no copy can repeat. */
interface Unrepeatable {
  unrepeatable: string
}

interface InstalledTree {
  dependencies: Dependencies
  files: ReadonlyMap<string, Buffer>
}

/** Moves what was installed among the shared trees, whole or not at all. */
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

/** Those of the folders that are not in the tree. */
async function missingIn(tree: string, paths: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const path of paths) {
    const isThere = await inFolder(tree, path.split('/'), async () => true)
    if (!isThere) missing.push(path)
  }
  return missing
}
