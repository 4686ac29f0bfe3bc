import { link, mkdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { copyChecked } from '#kit/tenant-files/copy-checked.ts'

/** Archives of packages, each in a file named after the hash of its content, and the cache of one installation. */
export interface ArchivePlaces {
  archives: string
  cache: string
}

/** Larger archives, and those beyond so much of one installation, are fetched again instead. */
export const maxArchiveBytes = 256 * 1024 * 1024
const maxKeptBytes = 2 * 1024 ** 3

/**
 * The SHA-512 hashes that files of an application name, in hexadecimal. Any text that looks like one will do: it decides
 * only which files with such a content are lent and kept, and the package manager checks them again.
 */
export function pinnedHashes(files: ReadonlyMap<string, Buffer>): string[] {
  const texts = [...files.values()].map((content) => content.toString('latin1'))
  const inBase64 = texts.flatMap((text) => [...text.matchAll(/\bsha512-([A-Za-z0-9+/]{86}==)/g)])
  const inDigits = texts.flatMap((text) => [...text.matchAll(/\b([0-9a-f]{128})\b/g)])
  return [
    ...new Set([
      ...inBase64.map(([, hash = '']) => Buffer.from(hash, 'base64').toString('hex')),
      ...inDigits.map(([, hash = '']) => hash),
    ]),
  ]
}

/** Where npm looks for an archive in its cache: without an index, by the hash of the lock file, which it checks each time. */
const inCache = (hash: string) =>
  `npm/_cacache/content-v2/sha512/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash.slice(4)}`

export const several = () =>
  limitConcurrency({
    atOnce: 16,
    waiting: Number.POSITIVE_INFINITY,
    full: () => new Error('too many'),
  })

/**
 * Puts those of the archives that are there into a cache that still belongs to us. They stay ours, as second names of
 * files that only we can write, so that the installation cannot change them.
 */
export async function lendArchives({ archives, cache }: ArchivePlaces, hashes: string[]) {
  const pass = several()
  const lend = (hash: string) => lendFile(join(archives, hash), join(cache, inCache(hash)))
  await Promise.all(hashes.map((hash) => pass(() => lend(hash).catch(() => {}))))
}

/** Also tells the sweep that the archive is in use. */
export async function lendFile(archive: string, place: string): Promise<void> {
  await utimes(archive, new Date(), new Date())
  await mkdir(dirname(place), { recursive: true })
  await link(archive, place)
}

/** Copies what an installation has fetched among the archives; nothing gets in whose content does not have the hash. */
export async function keepArchives({ archives, cache }: ArchivePlaces, hashes: string[]) {
  const pass = several()
  let kept = 0
  const keep = async (hash: string) => {
    const target = join(archives, hash)
    if (kept > maxKeptBytes || (await stat(target).catch(() => undefined))) return
    const isIt = (found: string) => (found === hash ? target : undefined)
    const copy = { root: cache, path: inCache(hash), maxBytes: maxArchiveBytes, target: isIt }
    kept += (await copyChecked({ ...copy, scratch: archives })) ?? 0
  }
  await Promise.all(hashes.map((hash) => pass(() => keep(hash).catch(() => {}))))
}
