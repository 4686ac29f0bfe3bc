import { lstat, opendir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageSystem } from '#engines/process/sandbox/confinement.ts'
import { notOfImage } from '#engines/process/sandbox/image-files.ts'
import { inFolder } from '#kit/tenant-files/descriptors.ts'
import { readFileIn } from '#kit/tenant-files/entries.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { UserFiles } from './image-user.ts'

/** Each entry is a mount of each sandbox. */
const maxEntries = 1000
const maxUserFile = 1024 * 1024

/** What the root of an image has; files of devices and the like are no part of it. */
export async function readImageRoot(root: string): Promise<Pick<ImageSystem, 'entries' | 'etc'>> {
  return {
    entries: await listEntries(root, [], notOfImage.root),
    etc: await listEntries(root, ['etc'], notOfImage.etc),
  }
}

async function listEntries(
  root: string,
  path: string[],
  leftOut: ReadonlySet<string>,
): Promise<ImageSystem['entries']> {
  const found = await inFolder(root, path, async (folder) => {
    const entries: ImageSystem['entries'][number][] = []
    for await (const { name } of await opendir(folder)) {
      // A name that is no UTF-8 is read with this sign in it.
      if (leftOut.has(name) || name.includes('\uFFFD')) continue
      if (entries.length === maxEntries) throw tooMany(path)
      const place = join(folder, name)
      const facts = await lstat(place)
      if (facts.isSymbolicLink()) entries.push({ name, linksTo: await readlink(place) })
      else if (facts.isDirectory() || facts.isFile()) entries.push({ name })
    }
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  })
  return found ?? []
}

const tooMany = (path: string[]) =>
  new Failure('build', `The image has more than ${maxEntries} files in /${path.join('/')}.`, [
    'Put the files of the application into a folder of their own (WORKDIR /app).',
  ])

/** The files that name the users of an image; empty when they are missing, or something else than files. */
export async function readUserFiles(root: string): Promise<UserFiles> {
  const read = async (name: string) => {
    const content = await readFileIn(root, `etc/${name}`, maxUserFile)
    return Buffer.isBuffer(content) ? content.toString() : ''
  }
  return { passwd: await read('passwd'), group: await read('group') }
}
