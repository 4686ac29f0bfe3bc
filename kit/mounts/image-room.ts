import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { runSmall } from '#kit/process/coprocess/fork-server.ts'

const timeout = 120_000
/** Files there are memory, which is not taken before it is needed. */
const tmpfs = 0x01021994
/** What a disk keeps for everything else, and at most this share of it. */
const reserve = 512 * 1024 * 1024
const share = 20
const unit = 512

/** What sparse files may still grow by. */
const promisedBy = ({ size, blocks }: { size: number; blocks: number }) =>
  Math.max(0, size - blocks * unit)

/** Room for a file of this size in a folder of such files, of which each may grow to its size. */
export async function roomFor(image: string, bytes: number, folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  let free = bavail * bsize - Math.min(reserve, (blocks * bsize) / share)
  let needed = bytes
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (path === image) needed -= (found?.blocks ?? 0) * unit
    else if (found) free -= promisedBy(found)
  }
  return { free: Math.max(0, free), needed: Math.max(0, needed) }
}

/**
 * Takes the room of a sparse file, so that nothing else on the disk can, where that has it and the file system can. Returns whether
 * the file has all of its room.
 */
export async function takeRoom(image: string, folder: string): Promise<boolean> {
  const facts = await stat(image)
  if (promisedBy(facts) === 0) return true
  const { type } = await statfs(folder)
  if (type === tmpfs) return false
  const { free, needed } = await roomFor(image, facts.size, folder)
  if (free < needed) return false
  const { code } = await runSmall(['fallocate', '--length', `${facts.size}`, '--', image], {
    timeout,
  })
  return code === 0
}

/** Whether the disk of a folder has more than what is kept for the machine itself. */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize > Math.min(reserve, (blocks * bsize) / share)
}
