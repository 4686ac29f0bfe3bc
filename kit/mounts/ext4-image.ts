import { open, rename, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { runSmall, runSmallOrThrow } from '#kit/process/coprocess/fork-server.ts'

export const blockSize = 4096
/** For a busy machine; one of 500 GB is made in half a second. */
const timeout = 120_000
/** A journal is replayed, or all of a damaged file system read. */
const checkTimeout = 3_600_000
/** From this exit code of e2fsck on, something is left that needs a person. */
const uncorrected = 4

/** Makes an ext4 of this size in a new file, which is there once it is complete. */
export async function makeImage(image: string, bytes: number): Promise<void> {
  const draft = `${image}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.truncate(bytes)
    const ofFormat = ['-b', `${blockSize}`, '-m', '0', '-E', 'lazy_itable_init=1,nodiscard']
    await runSmallOrThrow(['mkfs.ext4', '-q', '-F', ...ofFormat, '--', draft], { timeout })
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, image)
  const folder = await open(dirname(image))
  await folder.sync().finally(() => folder.close())
}

/**
 * Repairs a file system that no device has, and makes it and its file this large. Neither becomes smaller than the file system is:
 * a growth that was cut leaves a file that is larger than it, and one of an earlier release may be smaller.
 */
export async function checkImage(image: string, bytes: number): Promise<void> {
  const isGrown = (await fileSystemSize(image)) < bytes
  await extendFile(image, Math.max(bytes, await fileSystemSize(image)))
  const { code, stdout, stderr } = await runSmall(['e2fsck', isGrown ? '-fp' : '-p', '--', image], {
    timeout: checkTimeout,
  })
  if (code >= uncorrected)
    throw new Error(
      `${image} could not be repaired (e2fsck ended with ${code}). If the disk of the machine has room, repair it with: e2fsck -fy ${image}\n${stderr || stdout}`,
    )
  if ((await fileSystemSize(image)) < bytes)
    await runSmallOrThrow(['resize2fs', image, `${bytes / blockSize}`], { timeout })
  const wanted = Math.max(bytes, await fileSystemSize(image))
  if ((await stat(image)).size > wanted) await truncate(image, wanted)
}

export async function extendFile(image: string, bytes: number): Promise<void> {
  if ((await stat(image)).size < bytes) await truncate(image, bytes)
}

/**
 * What the superblock of ext4 says, in bytes. Of one that is mounted only its device says so: in its file the superblock may be an
 * older one.
 */
export async function fileSystemSize(imageOrDevice: string): Promise<number> {
  const file = await open(imageOrDevice)
  try {
    const block = Buffer.alloc(1024)
    await file.read(block, 0, block.length, 1024)
    return (block.readUInt32LE(4) + block.readUInt32LE(0x150) * 2 ** 32) * blockSize
  } finally {
    await file.close()
  }
}
