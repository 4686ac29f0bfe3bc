import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Layout of the engine's data folder. */
export interface Folders {
  root: string
  /** One for each build under way. */
  builds: string
  artifacts: string
  /** Shared dependency trees: `<key>/<the build that made it>`. */
  trees: string
  /** Private installations: `<application>/<installation>`; not visible to any command. */
  installations: string
  instances: string
  /** Package manager caches, one per application. */
  caches: string
  /** What build steps cache, one folder per application; not visible to any command. */
  buildCaches: string
  /** Downloads of shared-tree installations, one per application; visible only to those installations. */
  downloads: string
  /** Package archives for all applications, each named after the hash of its content. */
  archives: string
  /** Node's compile cache of tools. */
  compiled: string
  /** Folders waiting to be deleted. */
  trash: string
  etc: string
}

export async function openFolders(root: string): Promise<Folders> {
  const folders: Folders = {
    root,
    builds: join(root, 'builds'),
    artifacts: join(root, 'artifacts'),
    trees: join(root, 'trees'),
    installations: join(root, 'installations'),
    instances: join(root, 'instances'),
    caches: join(root, 'caches'),
    buildCaches: join(root, 'build-caches'),
    downloads: join(root, 'downloads'),
    archives: join(root, 'archives'),
    compiled: join(root, 'compiled'),
    trash: join(root, 'trash'),
    etc: join(root, 'etc'),
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o755 })
  return folders
}

/** Validates an id before it becomes a file name. */
export function folderOf(parent: string, id: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id)) {
    throw new Error(`${JSON.stringify(id)} cannot be the name of a folder`)
  }
  return join(parent, id)
}
