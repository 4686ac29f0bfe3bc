import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyChecked } from '#kit/tenant-files/copy-checked.ts'
import { listFolderIn } from '#kit/tenant-files/entries.ts'
import { lendFile, maxArchiveBytes, several } from './archives.ts'
import { yarnArchives, yarnGlobal } from './download-folders.ts'

/** Archives that a package manager finds by its own file names: their folder and the pattern of the names. */
export interface NamedArchives {
  folder: string
  name: RegExp
}

/** Each package manager verifies these archives against the lock file on every use. */
const namedArchives: readonly NamedArchives[] = [
  { folder: `${yarnGlobal}/cache`, name: /^[A-Za-z0-9@][A-Za-z0-9@._-]{0,200}\.zip$/ },
  { folder: yarnArchives, name: /^[A-Za-z0-9@][A-Za-z0-9@._-]{0,200}\.tgz$/ },
]

const maxNames = 20_000
const maxKeptBytes = 2 * 1024 ** 3

/** An application's private archives, as `<hash>/<name>`, and the cache of one installation. */
export interface NamedPlaces {
  own: string
  cache: string
}

/** Puts the archives with these hashes into a cache that the server still owns. */
export async function lendNamed({ own, cache }: NamedPlaces, hashes: string[]): Promise<void> {
  const pass = several()
  const lend = async (hash: string) => {
    for (const name of await readdir(join(own, hash))) {
      const kind = namedArchives.find((one) => one.name.test(name))
      if (kind) await lendFile(join(own, hash, name), join(cache, kind.folder, name))
    }
  }
  await Promise.all(hashes.map((hash) => pass(() => lend(hash).catch(() => {}))))
}

/** Copies the archives with these hashes from an installation cache; removes previously kept others. */
export async function keepNamed({ own, cache }: NamedPlaces, hashes: string[]): Promise<void> {
  const pinned = new Set(hashes)
  await mkdir(own, { recursive: true, mode: 0o700 })
  for (const hash of await readdir(own)) {
    if (!pinned.has(hash)) await rm(join(own, hash), { recursive: true, force: true })
  }
  const pass = several()
  let kept = 0
  for (const { folder, name: pattern } of namedArchives) {
    const names = await listFolderIn(cache, folder, maxNames)
    const keep = async (name: string) => {
      const target = async (hash: string) => {
        if (!pinned.has(hash)) return undefined
        await mkdir(join(own, hash), { recursive: true, mode: 0o700 })
        return join(own, hash, name)
      }
      const copy = { root: cache, path: `${folder}/${name}`, maxBytes: maxArchiveBytes, target }
      if (kept <= maxKeptBytes) kept += (await copyChecked({ ...copy, scratch: own })) ?? 0
    }
    const wanted = names.filter((name) => pattern.test(name))
    await Promise.all(wanted.map((name) => pass(() => keep(name).catch(() => {}))))
  }
}
