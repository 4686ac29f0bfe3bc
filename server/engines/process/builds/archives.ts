import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { constants, link, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { giveEmptyTo, realParent } from '#engines/process/own-files.ts'
import { fewAtOnce } from '#kit/few-at-once.ts'

/** Folders of archives: the one for everybody, and the cache of one installation. */
export interface ArchivePlaces {
  archives: string
  cache: string
  user: number | undefined
}

/** The hashes of archives that files of an application pin, in hexadecimal. */
export function pinnedHashes(files: ReadonlyMap<string, Buffer>): string[] {
  const texts = [...files.values()].map((content) => content.toString('latin1'))
  const pins = texts.flatMap((text) => [...text.matchAll(/\bsha512-([A-Za-z0-9+/]{86}==)/g)])
  return [...new Set(pins.map(([, hash = '']) => Buffer.from(hash, 'base64').toString('hex')))]
}

/** Where npm looks for an archive in its cache. It checks the hash whenever it takes one. */
const inCache = (hash: string) =>
  join('npm/_cacache/content-v2/sha512', hash.slice(0, 2), hash.slice(2, 4), hash.slice(4))

const several = () =>
  fewAtOnce({ atOnce: 16, waiting: Number.POSITIVE_INFINITY, full: () => new Error('too many') })

/** Puts those of the archives that are there into the cache. They belong to us, so that the installation cannot change them. */
export async function lendArchives(places: ArchivePlaces, hashes: string[]): Promise<void> {
  const pass = several()
  await Promise.all(hashes.map((hash) => pass(() => lendOne(places, hash).catch(() => {}))))
}

async function lendOne({ archives, cache, user }: ArchivePlaces, hash: string): Promise<void> {
  const archive = join(archives, hash)
  await utimes(archive, new Date(), new Date())
  const place = join(cache, inCache(hash))
  const made = await mkdir(dirname(place), { recursive: true })
  if (made !== undefined) await giveFolders(user, made, dirname(place))
  await link(archive, place)
}

/** From the first folder that was made down to the last. */
async function giveFolders(user: number | undefined, first: string, last: string): Promise<void> {
  for (let folder = last; folder.length >= first.length; folder = dirname(folder)) {
    await giveEmptyTo(user, folder)
  }
}

/** Moves what an installation has fetched among the archives; nothing gets in whose content does not have the hash. */
export async function keepArchives(places: ArchivePlaces, hashes: string[]): Promise<void> {
  const pass = several()
  await Promise.all(hashes.map((hash) => pass(() => keepOne(places, hash).catch(() => {}))))
}

async function keepOne({ archives, cache }: ArchivePlaces, hash: string): Promise<void> {
  const parent = await realParent(cache, inCache(hash))
  if (!parent) return
  const fetched = join(parent, basename(inCache(hash)))
  const target = join(archives, hash)
  const isThere = await stat(target).catch(() => undefined)
  if (!isThere) await copyChecked(fetched, target, hash)
  await rm(fetched, { force: true })
}

/** A copy, because whoever has fetched it may hold on to the file itself. */
async function copyChecked(from: string, target: string, hash: string): Promise<void> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(from, flags)
  const fresh = `${target}.${randomUUID()}`
  try {
    if (!(await file.stat()).isFile()) return
    const digest = createHash('sha512')
    const copy = createWriteStream(fresh, { flags: 'wx', mode: 0o444 })
    await pipeline(file.createReadStream({ autoClose: false }), hashing(digest), copy)
    if (digest.digest('hex') === hash) await rename(fresh, target)
  } finally {
    await rm(fresh, { force: true })
    await file.close()
  }
}

const hashing = (digest: ReturnType<typeof createHash>) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      digest.update(chunk)
      yield chunk
    }
  }
