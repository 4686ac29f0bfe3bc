import { lstat, mkdir, rmdir, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findArtifact } from '#engines/process/builds/artifacts.ts'
import { type SharedTree, treeFolder } from '#engines/process/builds/dependency-trees.ts'
import { stage } from '#engines/process/confinement/confinement.ts'
import { findFreePort } from '#engines/process/network/free-port.ts'
import { copyFolder, giveEmptyTo, giveTo } from '#engines/process/own-files.ts'
import { type Parts, userOf } from '#engines/process/parts.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { type InstanceRecord, instanceFiles, writeRecord } from './instance-folder.ts'
import type { LaunchOrder } from './launch-order.ts'

/** Makes the folder of an instance: a record of what it will hold, and its own copy of the artifact. */
export async function prepareInstance(
  parts: Parts,
  order: LaunchOrder,
  folder: string,
  takenPorts: () => Set<number>,
): Promise<InstanceRecord> {
  const { folders, abilities, network } = parts
  const found = await findArtifact(folders, order.artifact)
  if (!found) throw new Failure('start', 'The artifact is no longer there: deploy again')
  const record: InstanceRecord = {
    instanceId: order.instanceId,
    applicationId: order.applicationId,
    isSandboxed: abilities.sandbox,
    groups: abilities.groups?.foldersOf(order.instanceId) ?? [],
    ...(network ? {} : { port: await findFreePort(takenPorts()) }),
    ...(found.tree ? { tree: found.tree } : {}),
  }
  await mkdir(folder, { mode: 0o711 })
  await writeRecord(folder, record)

  const user = userOf(parts, order.applicationNumber)
  const { app, home, tmp } = instanceFiles(folder)
  for (const own of [home, tmp]) {
    await mkdir(own)
    await giveEmptyTo(user, own)
  }
  await copyFolder(found.app, app)
  if (user !== undefined && (await lstat(app)).uid !== user) await giveTo(user, app)
  if (found.tree && !abilities.sandbox) await linkTree(parts, found.tree, app)
  return record
}

/** Outside a sandbox nothing can be mounted over a folder of the instance, so a link leads to the shared tree. */
async function linkTree(
  { folders, abilities }: Parts,
  tree: SharedTree,
  app: string,
): Promise<void> {
  const place = join(app, tree.at)
  await rmdir(place)
  await symlink(
    abilities.users ? join(stage, 'tree', basename(tree.at)) : treeFolder(folders, tree),
    place,
  )
}
