import type { Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isPublic, type RequestPath } from './request-path.ts'

export interface Site {
  /** Real path of the folder that is served. */
  root: string
  /** Names directly in it that are not served. */
  hidden: readonly string[]
}

/** A regular file of the site. */
export interface FoundFile {
  /** Its real path. */
  path: string
  stats: Stats
}

export type Lookup = { file: FoundFile } | 'folder without a slash' | 'nothing'

/**
 * The file for a path: the file itself, `index.html` of a folder, or the page with `.html` left out. Symbolic links are followed
 * to files of the same folder only.
 */
export async function findFile(site: Site, path: RequestPath): Promise<Lookup> {
  const { segments, isFolder } = path
  const found = await entryAt(site, segments)
  if (found?.stats.isFile() && !isFolder) return { file: found }
  if (found?.stats.isDirectory()) {
    const index = await findIndex(site, segments)
    if (index) return isFolder ? { file: index } : 'folder without a slash'
  }
  const name = segments.at(-1)
  if (name === undefined || isFolder) return 'nothing'
  const page = await entryAt(site, [...segments.slice(0, -1), `${name}.html`])
  return page?.stats.isFile() ? { file: page } : 'nothing'
}

/** The first page of a folder. */
export async function findIndex(site: Site, folder: string[]): Promise<FoundFile | undefined> {
  for (const name of ['index.html', 'index.htm']) {
    const index = await entryAt(site, [...folder, name])
    if (index?.stats.isFile()) return index
  }
  return undefined
}

/** Errors that mean that there is no such file to be had. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES'])

export async function entryAt(
  { root, hidden }: Site,
  segments: readonly string[],
): Promise<FoundFile | undefined> {
  if (!isPublic(segments, hidden)) return undefined
  try {
    const path = await realpath(join(root, ...segments))
    if (path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined
    // A link must not lead to what its target's own name would hide.
    if (!isPublic(relative(root, path).split(sep), hidden)) return undefined
    return { path, stats: await stat(path) }
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
