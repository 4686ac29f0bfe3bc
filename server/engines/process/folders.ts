import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the engine keeps what, below a folder of its own. */
export interface Folders {
  root: string
  /** One for each build under way. */
  builds: string
  artifacts: string
  /** Shared dependency trees: `<key>/<the build that made it>`. */
  trees: string
  /** Installations that are an application's own: `<application>/<one of them>`; nothing of it is seen by any command. */
  installations: string
  instances: string
  /** What package managers keep, one for each application. */
  caches: string
  /** What installations of shared trees have fetched, one for each application; only those ever see it. */
  downloads: string
  /** Archives of packages for everybody, each named after the hash of what is in it. */
  archives: string
  /** What Node made of the files of tools. */
  compiled: string
  /** Waits to be removed. */
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
    downloads: join(root, 'downloads'),
    archives: join(root, 'archives'),
    compiled: join(root, 'compiled'),
    trash: join(root, 'trash'),
    etc: join(root, 'etc'),
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o755 })
  return folders
}

/** Ids become names of files, so they must not be able to be anything else. */
export function folderOf(parent: string, id: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id)) {
    throw new Error(`${JSON.stringify(id)} cannot be the name of a folder`)
  }
  return join(parent, id)
}
