import { link, mkdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { copyChecked } from '#kit/tenant-files/copy-checked.ts'

/** Package archives, each in a file named after the hash of its content, and the cache of one installation. */
export interface ArchivePlaces {
  archives: string
  cache: string
}

/** Size limits for one archive and for one installation; beyond them archives are not kept but downloaded again. */
export const maxArchiveBytes = 256 * 1024 * 1024
const maxKeptBytes = 2 * 1024 ** 3

/**
 * SHA-512 hashes, in hexadecimal, that files of an application contain. False positives are harmless: the hashes only
 * select which archives are shared and kept, and the package manager verifies those again.
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

/** Path of an archive in npm's cache: npm finds it without an index, by the hash in the lock file, and verifies it. */
const inCache = (hash: string) =>
  `npm/_cacache/content-v2/sha512/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash.slice(4)}`

export const several = () => limitConcurrency({ maxConcurrent: 16 })

/**
 * Hard-links the available archives into a cache that the server still owns. Their owner stays the server, so that the
 * installation cannot change them.
 */
export async function lendArchives({ archives, cache }: ArchivePlaces, hashes: string[]) {
  const pass = several()
  const lend = (hash: string) => lendFile(join(archives, hash), join(cache, inCache(hash)))
  await Promise.all(hashes.map((hash) => pass(() => lend(hash).catch(() => {}))))
}

/** Hard-links an archive and updates its time stamps, which tell the sweep that it is in use. */
export async function lendFile(archive: string, place: string): Promise<void> {
  await utimes(archive, new Date(), new Date())
  await mkdir(dirname(place), { recursive: true })
  await link(archive, place)
}

/** Copies the archives that an installation fetched into the shared ones, after verifying the hash of each. */
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
