import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { usualRooms } from '#engines/process/confinement/confinement.ts'
import type { Folders } from '#engines/process/folders.ts'
import {
  copyFolder,
  giveEmptyTo,
  giveTo,
  makePrivate,
  makeShared,
  realParent,
} from '#engines/process/own-files.ts'
import type { FetchedTool, Parts } from '#engines/process/parts.ts'
import type { BuildOrder } from '#platform/deployments/engine.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { Dependencies } from '#platform/deployments/recipe.ts'
import { dependencyKey, readDecidingFiles } from './dependency-key.ts'
import { openInstallCache } from './install-cache.ts'
import { installRooms, type Workshop } from './workshop.ts'

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
  workshop: Workshop,
  order: BuildOrder,
  tools: FetchedTool[],
): Promise<SharedTree | undefined> {
  const { dependencies, environment, build } = order.recipe
  if (!dependencies) return undefined
  const { sharedBy, install, isPrivate } = dependencies
  const parent = await realParent(workshop.app, dependencies.folder)
  const files = sharedBy && (await readDecidingFiles(workshop.app, sharedBy))
  if (!files || !parent) {
    const own = { ...environment, ...order.environment }
    await workshop.run(install, { rooms: usualRooms, tools, environment: own })
    return undefined
  }

  const key = dependencyKey(
    ...([dependencies, order.recipe.tools, files] as const),
    isPrivate ? order.applicationId : undefined,
  )
  const found = order.withoutCache ? undefined : await newestTree(parts.folders, key)
  if (found) order.say(`${install.title}: not needed, the same dependencies are installed already`)
  else {
    const cache = await openInstallCache(parts, workshop, order, files)
    await installFrom(files, workshop, dependencies, { tools, cache: cache.folder })
    await cache.keep()
  }
  const name = found ?? (await publish(parts, workshop, dependencies, key))
  const tree = { name, at: dependencies.folder }
  const place = join(parent, basename(tree.at))
  await makeRoom(parts, workshop, place)
  if (build.length === 0) return tree

  // A build step may write into the folder, so it gets a copy.
  await copyFolder(treeFolder(parts.folders, tree), place)
  await giveTo(workshop.user, place)
  return undefined
}

/** Of several the newest, so that a tree made without cache takes the place of the others. */
async function newestTree({ trees }: Folders, key: string): Promise<string | undefined> {
  const names = await readdir(join(trees, key)).catch(() => [])
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
  workshop: Workshop,
  { install, isPrivate }: Dependencies,
  { tools, cache }: { tools: FetchedTool[]; cache: string },
): Promise<void> {
  const folder = join(workshop.folder, installRooms.app)
  const home = workshop.home.filter(({ secrets }) => isPrivate || secrets.length === 0)
  await workshop.furnish(installRooms, home)
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await giveTo(workshop.user, folder)
  await workshop.run(install, { rooms: installRooms, tools, environment: {}, cache })
}

/** Moves what was installed among the shared trees, whole or not at all. */
async function publish(
  { folders }: Parts,
  workshop: Workshop,
  { folder, install, isPrivate }: Dependencies,
  key: string,
): Promise<string> {
  const root = join(workshop.folder, installRooms.app)
  const installed = join((await realParent(root, folder)) ?? root, basename(folder))
  const entry = await lstat(installed).catch(() => undefined)
  if (entry && !entry.isDirectory()) {
    throw new Failure('build', `${install.title} left something else than a folder at ${folder}`)
  }
  if (!entry) await mkdir(installed)
  const fresh = join(workshop.folder, 'tree')
  await mkdir(fresh)
  await rename(installed, join(fresh, basename(folder)))
  await (isPrivate ? makePrivate : makeShared)(workshop.user, fresh)
  const name = `${key}/${randomUUID()}`
  await mkdir(join(folders.trees, key), { recursive: true })
  await rename(fresh, join(folders.trees, name))
  return name
}

/** An empty folder where the tree will be seen, whatever the source has there. */
async function makeRoom({ trash }: Parts, { user }: Workshop, place: string): Promise<void> {
  await trash.throwAway(place)
  await mkdir(place)
  await giveEmptyTo(user, place)
}
