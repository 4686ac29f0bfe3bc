import { dirname, join } from 'node:path'
import type { BuildSandbox } from '#engines/process/builds/build-sandbox.ts'
import type { Parts } from '#engines/process/parts.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import { makeFoldersIn } from '#kit/tenant-files/entries.ts'
import { giveTree } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { newestInstallation, storeInstallation, useInstallation } from './installation-store.ts'
import { layerDir, layerFolder } from './layers.ts'

/**
 * Mounts a copy of a shared tree below the application's folder, where build steps may write into it: the files of the
 * tree itself belong to the server. The copy is made once for each application and tree. Returns its name.
 */
export async function mountTreeCopy(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  tree: { name: string; folder: string; at: string },
): Promise<string> {
  const earlier = await newestInstallation(parts.folders, order.applicationId)
  const isSame =
    earlier !== undefined && 'tree' in earlier.record && earlier.record.tree === tree.name
  const name = isSame ? earlier.name : await copyOf(parts, sandbox, order, tree)
  if (isSame) await useInstallation(parts, order, name)
  sandbox.mountLayer(layerFolder(parts.folders, name))
  return name
}

async function copyOf(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  { name, folder, at }: { name: string; folder: string; at: string },
): Promise<string> {
  const fill = async (fresh: string) => {
    const layer = join(fresh, layerDir)
    const parent = dirname(at)
    if (parent !== '.') await makeFoldersIn(layer, parent, sandbox.user)
    await copyTree(folder, join(layer, at), { signal: sandbox.signal })
    await giveTree(sandbox.user, join(layer, at))
    return true
  }
  const stored = await storeInstallation(parts, sandbox, order, { tree: name }, fill)
  if (stored === undefined) throw new Error('a copy of a dependency tree was not stored')
  return stored
}
