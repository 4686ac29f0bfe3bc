import { chmod, mkdir, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import { endLeftRuns, endProcessesOf, once } from './run-folder.ts'

const gigabyte = 1024 ** 3
const size = 16 * gigabyte
/** Free space beyond the size, for all else that uses the disk meanwhile. */
const reserve = 4 * gigabyte
/** Orders the entries of folders: with the same seed each run finds the same order. */
const hashSeed = '6d2f4a7e-0b1c-4d3e-8f50-9a1b2c3d4e5f'
/** A process id follows: the next run removes what a killed runner has left. */
const prefix = 'berth-disk-'
const timeout = 60_000

/** A file system for the temporary files of one run. */
export interface TemporaryDisk extends AsyncDisposable {
  folder: string
}

/**
 * Mounts a new ext4 from a sparse file. An ext4 without a journal, as virtual machines often have, searches all inodes that were freed
 * within minutes for each new file: that was a sixth of the processor time of `npm install`. Nothing here outlives a crash of the
 * machine, so that `fsync` does not wait for the disk. `undefined` where mounting or the space is missing, and where `TMPDIR` says
 * which folder to use.
 */
export async function openTemporaryDisk(
  parent: string | undefined = process.env.TMPDIR ? undefined : tmpdir(),
): Promise<TemporaryDisk | undefined> {
  if (parent === undefined || process.getuid?.() !== 0) return undefined
  await endLeftRuns(parent, prefix, remove)
  const { bavail, bsize } = await statfs(parent)
  if (bavail * bsize < size + reserve) return undefined
  const folder = join(parent, `${prefix}${process.pid}`)
  const image = `${folder}.img`
  await mkdir(folder)
  try {
    await format(image)
    const options = 'loop,noatime,discard,barrier=0,noinit_itable'
    await command('mount', '-o', options, image, folder)
    await chmod(folder, 0o1777)
  } catch {
    await rmdir(folder).catch(() => {})
    return undefined
  } finally {
    // The mount keeps the file open.
    await rm(image, { force: true })
  }
  return {
    folder,
    [Symbol.asyncDispose]: once(async () => {
      await endProcessesOf(folder)
      await remove(folder)
    }),
  }
}

async function format(image: string): Promise<void> {
  const file = await open(image, 'wx', 0o600)
  await file.truncate(size)
  await file.close()
  const extended = `nodiscard,lazy_itable_init=1,hash_seed=${hashSeed}`
  await command('mkfs.ext4', '-q', '-F', '-m', '0', '-E', extended, image)
}

/** Processes that still use it do not keep it from the others. */
async function remove(folder: string): Promise<void> {
  await command('umount', '--lazy', folder).catch(() => {})
  await rmdir(folder).catch(() => {})
}

const command = (...words: [string, ...string[]]) =>
  runOrThrow(words, {
    env: { ...plainEnvironment(), PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    timeout,
  })
