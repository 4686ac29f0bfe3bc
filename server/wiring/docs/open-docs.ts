import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { DocsFiles } from '#api/pages/docs/docs-files.ts'
import { isServed, readStaticFile } from '#wiring/console/read-static-file.ts'

/** The names in a built folder, and which folder it was when they were read. */
interface Listing {
  folder: string
  names: ReadonlySet<string>
}

/**
 * The files of a built documentation. Their names are read once for each build, at the first request; the files when they are
 * asked for, because they are hundreds, of which few are read at a time.
 */
export function openDocs(dist: string): DocsFiles {
  let listing: Listing | undefined
  const list = async (): Promise<Listing | undefined> => {
    const folder = await identityOf(dist)
    if (folder === undefined) return undefined
    if (listing?.folder !== folder) listing = { folder, names: await namesIn(dist) }
    return listing
  }
  return {
    isBuilt: async () => (await list())?.names.has('index.html') ?? false,
    async file(path) {
      const names = (await list())?.names
      if (!names?.has(path) || !isServed(path)) return undefined
      try {
        return await readStaticFile(join(dist, path), names, path)
      } catch (error) {
        // Another build has just taken its place.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}

/** A build replaces the folder, and one of another version changes its list. */
async function identityOf(dist: string): Promise<string | undefined> {
  try {
    const [folder, versions] = await Promise.all([
      stat(dist),
      stat(join(dist, 'versions.json')).catch(() => undefined),
    ])
    return `${folder.ino} ${folder.mtimeMs} ${versions?.mtimeMs}`
  } catch {
    return undefined
  }
}

async function namesIn(dist: string): Promise<ReadonlySet<string>> {
  const names = await readdir(dist, { recursive: true })
  return new Set(names.map((name) => name.split(sep).join('/')))
}
