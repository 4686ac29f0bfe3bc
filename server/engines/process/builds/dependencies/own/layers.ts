import { dirname, join } from 'node:path'
import type { BuildSandbox } from '#engines/process/builds/build-sandbox.ts'
import type { Folders } from '#engines/process/folders.ts'
import type { Parts } from '#engines/process/parts.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import { inTree } from '#kit/tenant-files/descriptors.ts'
import { makeFoldersIn, moveIn, moveOut } from '#kit/tenant-files/entries.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { InstallOutcome } from './installation-record.ts'

/** In the folder of an installation: what it has written, at the paths of the application's folder. */
export const layerDir = 'app'

/** Folder of a layer by its name, `<application>/<installation>`. */
export const layerFolder = ({ installations }: Folders, name: string) =>
  join(installations, name, layerDir)

/**
 * Whether a build mounts the layer below the application's folder instead of copying it. Not when files are selected
 * after the build, because the server does not see mounted ones.
 */
export const isMounted = ({ capabilities }: Parts, { recipe }: BuildOrder): boolean =>
  capabilities.layers && recipe.kept === undefined

/** Moves what an installation has written from `app` to an empty folder in one that only the server may enter. */
export async function splitLayer(
  app: string,
  { made, changed }: InstallOutcome,
  layer: string,
  user: number | undefined,
): Promise<void> {
  for (const path of [...made, ...changed]) {
    const parent = dirname(path)
    if (parent !== '.') await makeFoldersIn(layer, parent, user)
    await moveOut(app, path, join(layer, path))
  }
}

/** Removes files of the commit that the installation has removed, or of which the layer has another version. */
export async function uncoverLayer(
  { trash }: Parts,
  { app }: BuildSandbox,
  { changed, removed }: InstallOutcome,
): Promise<void> {
  for (const path of [...changed, ...removed]) {
    await inTree(app, path, (place) => trash.throwAway(place))
  }
}

/** Copies a layer into the application's folder. */
export async function copyLayer(
  layer: string,
  { app, folder, user, signal }: BuildSandbox,
  { made, changed }: InstallOutcome,
): Promise<void> {
  const copy = join(folder, 'installed')
  await copyTree(layer, copy, { owner: user, signal })
  for (const path of [...made, ...changed]) {
    const parent = dirname(path)
    if (parent !== '.') await makeFoldersIn(app, parent, user)
    await inTree(copy, path, (place) => moveIn(place, app, path))
  }
}
