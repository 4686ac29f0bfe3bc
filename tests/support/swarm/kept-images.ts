import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordsFile } from '#engines/swarm/images/image-records.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'

/** Images of Debian and of tools, kept for all labs of this checkout: to make and compress them takes minutes. */
const cache = fileURLToPath(new URL('../../../.cache/registry', import.meta.url))

const blobs = 'docker/registry/v2/blobs'
const names = ['base', 'builder', 'egress', 'tools']
const repositories = names.map((name) => `docker/registry/v2/repositories/berth/${name}`)

/** Gives a registry that has not started yet the images that others have made. */
export async function lendImages(images: string): Promise<void> {
  if (!existsSync(cache)) return
  await copyInto(images, cache, blobs, '--link')
  for (const repository of repositories) await copyInto(images, cache, repository)
}

/** Gives an engine the digests of these images, as if it had pushed them itself; it would use none of them otherwise. */
export function lendRecords(images: string, folder: string): void {
  const file = recordsFile(folder)
  if (existsSync(file)) return
  const records: Record<string, string> = {}
  for (const [index, repository] of repositories.entries()) {
    const tags = join(images, repository, '_manifests/tags')
    for (const tag of existsSync(tags) ? readdirSync(tags) : []) {
      const digest = readFileSync(join(tags, tag, 'current/link'), 'utf8')
      records[`berth/${names[index]}:${tag}`] = digest.trim()
    }
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(records))
}

/** Keeps the images of a registry that has stopped, if it has one that is not kept yet. */
export async function keepImages(images: string): Promise<void> {
  const kept = new Set(await tagsBelow(cache))
  const tags = await tagsBelow(images)
  if (tags.every((tag) => kept.has(tag))) return
  await mkdir(dirname(cache), { recursive: true })
  const aside = await mkdtemp(`${cache}-`)
  try {
    for (const part of [blobs, ...repositories]) await copyInto(join(aside, 'new'), images, part)
    // Another lab may have been first.
    await rename(cache, join(aside, 'old')).catch(() => {})
    await rename(join(aside, 'new'), cache).catch(() => {})
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function tagsBelow(images: string): Promise<string[]> {
  const folders = repositories.map((repository) => join(images, repository, '_manifests/tags'))
  const tags = folders.filter((folder) => existsSync(folder)).map((folder) => readdir(folder))
  return (await Promise.all(tags)).flat()
}

/** Blobs may be links, because a registry never writes to one again; it writes to the files of repositories in place. */
async function copyInto(
  target: string,
  source: string,
  part: string,
  ...options: string[]
): Promise<void> {
  if (!existsSync(join(source, part))) return
  await mkdir(join(target, dirname(part)), { recursive: true })
  const copy = (...options: string[]) =>
    runOrThrow(['cp', '--archive', ...options, join(source, part), join(target, part)])
  // Another file system needs copies.
  await copy(...options).catch(() => copy())
}
