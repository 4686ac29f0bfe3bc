import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { folderOf } from '#engines/process/folders.ts'
import type { Parts } from '#engines/process/parts.ts'
import type { Confinement } from '#engines/process/sandbox/confinement.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { volumeFiles, volumeUser } from '#kit/mounts/loop-volumes.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Volume } from '#platform/model/hosting/instances/volume.ts'
import type { InstanceRecord } from './instance-folder.ts'
import type { LaunchOptions } from './launch-options.ts'

/** After a start of the machine all of them are mounted again, one after the other. */
const timeout = 60_000

/** Folders of the volumes of an instance, once they are mounted. */
export async function findVolumes(
  { volumes: folder }: Pick<Parts, 'volumes'>,
  { volumes = [] }: Pick<LaunchOptions, 'volumes'>,
  { tree }: Pick<InstanceRecord, 'tree'>,
): Promise<NonNullable<Confinement['volumes']>> {
  if (volumes.length === 0) return []
  if (folder === undefined) throw new Failure('start', 'Buckets cannot be mounted on this server.')
  for (const { path } of volumes)
    if (tree && areNested(tree.at, path))
      throw new Failure(
        'start',
        `A bucket cannot be mounted at ${path}, because ${tree.at} has what was installed.`,
      )
  return Promise.all(
    volumes.map(async ({ id, path }) => ({
      folder: await mountedFolder(folderOf(folder, id), path),
      at: path,
      owner: volumeUser,
    })),
  )
}

const areNested = (one: string, other: string) =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)

/** The folder that users see is inside the volume: it is there only while that is mounted. */
async function mountedFolder(root: string, path: Volume['path']): Promise<string> {
  const folder = join(root, volumeFiles)
  const isMounted = () =>
    lstat(folder).then(
      (facts) => facts.isDirectory(),
      () => false,
    )
  await until(isMounted, { timeout, what: 'the mount of a bucket' }).catch(() => {
    throw new Failure('start', `The bucket for ${path} is not mounted on this machine.`, [
      'A suspended bucket is not, and one of another server of the platform. Otherwise the operator finds the reason in the log of the server.',
    ])
  })
  return folder
}
