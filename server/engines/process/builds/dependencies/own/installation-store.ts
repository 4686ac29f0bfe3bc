import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildSandbox } from '#engines/process/builds/build-sandbox.ts'
import { type Folders, folderOf } from '#engines/process/folders.ts'
import type { Parts } from '#engines/process/parts.ts'
import { giveEmptyFolder } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { InstallationRecord } from './installation-record.ts'
import { layerDir } from './layers.ts'

/** Beside the layer in the folder of an installation. */
const recordFile = 'installation.json'

/** A copy of a shared tree, for builds that may write into it. */
export interface TreeCopyRecord {
  /** Name of the tree. */
  tree: string
}

/** A copy of another application's layer, for releases that were promoted from there. */
interface LayerCopyRecord {
  /** Name of the layer. */
  copyOf: string
}

export interface StoredInstallation {
  /** `<application>/<installation>` */
  name: string
  record: InstallationRecord | TreeCopyRecord
}

/** The newest installation by an application itself: earlier ones are kept only for artifacts and instances. */
export async function newestInstallation(
  folders: Folders,
  applicationId: string,
): Promise<StoredInstallation | undefined> {
  const all = await listInstallations(folders, applicationId)
  return all.flatMap(({ name, record }) => ('copyOf' in record ? [] : [{ name, record }]))[0]
}

/** The name of an application's copy of a layer of another one. */
export async function copiedInstallation(
  folders: Folders,
  applicationId: string,
  layer: string,
): Promise<string | undefined> {
  const all = await listInstallations(folders, applicationId)
  return all.find(({ record }) => 'copyOf' in record && record.copyOf === layer)?.name
}

interface ListedInstallation {
  name: string
  record: StoredInstallation['record'] | LayerCopyRecord
  usedAt: number
}

/** The newest first. */
async function listInstallations(
  folders: Folders,
  applicationId: string,
): Promise<ListedInstallation[]> {
  const own = folderOf(folders.installations, applicationId)
  const found: ListedInstallation[] = []
  for (const id of await readdir(own).catch(() => [])) {
    const facts = await stat(join(own, id, layerDir)).catch(() => undefined)
    const text = await readFile(join(own, id, recordFile), 'utf8').catch(() => undefined)
    if (!facts || text === undefined) continue
    const { mtimeMs: usedAt } = await stat(join(own, id))
    found.push({ name: `${applicationId}/${id}`, record: JSON.parse(text), usedAt })
  }
  return found.toSorted((one, other) => other.usedAt - one.usedAt)
}

/** Keeps an installation from being removed while a build and what comes of it use it. */
export async function useInstallation(
  { folders, treesInUse }: Parts,
  { deploymentId }: BuildOrder,
  name: string,
): Promise<void> {
  treesInUse.hold(deploymentId, name)
  await utimes(join(folders.installations, name), new Date(), new Date())
}

/**
 * Stores an installation, atomically. `fill` gets a folder that only the server may enter, with an empty layer that
 * belongs to the application, and answers whether there is something to store. Returns its name.
 */
export async function storeInstallation(
  { folders, trash, treesInUse }: Parts,
  { user }: Pick<BuildSandbox, 'user'>,
  { deploymentId, applicationId }: Pick<BuildOrder, 'deploymentId' | 'applicationId'>,
  record: ListedInstallation['record'],
  fill: (folder: string) => Promise<boolean>,
): Promise<string | undefined> {
  // Outside the build's folder, whose disk limit is for the application; a starting server removes leftovers there.
  const fresh = folderOf(folders.builds, `${deploymentId}-installed`)
  await trash.throwAway(fresh)
  await mkdir(fresh, { mode: 0o700 })
  try {
    await mkdir(join(fresh, layerDir))
    await chmod(join(fresh, layerDir), 0o755)
    await giveEmptyFolder(user, join(fresh, layerDir))
    if (!(await fill(fresh))) return undefined
    await writeFile(join(fresh, recordFile), JSON.stringify(record), { mode: 0o600 })
    const own = folderOf(folders.installations, applicationId)
    await mkdir(own, { recursive: true, mode: 0o700 })
    const name = `${applicationId}/${randomUUID()}`
    treesInUse.hold(deploymentId, name)
    await rename(fresh, join(folders.installations, name))
    return name
  } finally {
    await trash.throwAway(fresh)
  }
}
