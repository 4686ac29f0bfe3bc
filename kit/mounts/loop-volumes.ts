import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { runSmall, runSmallOrThrow } from '#kit/process/coprocess/fork-server.ts'
import { type Mounted, mountTable } from './mount-table.ts'

/** Owner of files in a volume, on its disk; nobody on this machine has to be that user. */
export const volumeUser = 1000
/** The folder of a volume that its users see. */
export const volumeFiles = 'files'
/** The folder beside it for what is not finished. */
const volumeDrafts = 'drafts'

/** Volumes of fixed size: each an ext4 file system in a sparse file. */
export interface LoopVolumes {
  /** Makes a volume unless it exists, and mounts it unless it is mounted. */
  open(id: string, bytes: number): Promise<void>
  /** Makes a volume larger, while it is used. */
  grow(id: string, bytes: number): Promise<void>
  /** Unmounts a volume here; those who have it mounted already keep it. */
  close(id: string): Promise<void>
  /** Ends all access to a volume and deletes what it holds; idempotent. */
  remove(id: string): Promise<void>
  /** Root of a mounted volume, which only root can write. */
  folderOf(id: string): string
  /** In bytes. */
  usage(id: string): Promise<{ used: number; size: number }>
  /** Unmounts all. */
  closeAll(): Promise<void>
}

/** This machine resizes only what nobody uses. */
export class VolumeBusyError extends Error {}

/** For a busy machine; one of 500 GB is made in half a second. */
const timeout = 120_000
/** A journal is replayed, or all of a damaged file system read. */
const checkTimeout = 3_600_000
const blockSize = 4096
const options = 'loop,nodev,nosuid,noatime,discard,errors=remount-ro'

/** Volumes below a folder that only root can enter. */
export async function openLoopVolumes(folder: string): Promise<LoopVolumes> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  // As the kernel tells it in its table of mounts.
  const images = join(await realpath(folder), 'images')
  const mounts = join(await realpath(folder), 'mounts')
  const mutex = createKeyedMutex()
  const imageOf = (id: string) => join(images, `${id}.img`)
  const folderOf = (id: string) => join(mounts, id)
  await mkdir(images, { recursive: true, mode: 0o700 })
  await mkdir(mounts, { recursive: true, mode: 0o700 })
  // Of a process that was killed.
  for (const name of await readdir(images))
    if (name.endsWith('.new')) await rm(join(images, name), { force: true })

  const mounted = async (id: string): Promise<Mounted | undefined> =>
    (await mountTable()).findLast(({ target }) => target === folderOf(id))

  /**
   * A shared file system of its own, which ends with the machine: mounting and unmounting in it reaches the mount namespaces
   * of sandboxes that exist already, so that none of them keeps a volume busy that it does not use.
   */
  const prepare = () =>
    mutex('', async () => {
      if ((await mountTable()).some(({ target }) => target === mounts)) return
      await tool('mount', '-t', 'tmpfs', '-o', 'mode=700,size=4m,nosuid,nodev', 'volumes', mounts)
      await tool('mount', '--make-shared', mounts)
      // Tells those who end what has been left running that there is something.
      await writeFile(join(mounts, 'process.json'), '{}')
    })

  async function make(id: string, bytes: number): Promise<void> {
    const draft = `${imageOf(id)}.new`
    const file = await open(draft, 'w', 0o600)
    try {
      await file.truncate(bytes)
      const ofFormat = ['-b', `${blockSize}`, '-m', '0', '-E', 'lazy_itable_init=1,nodiscard']
      await tool('mkfs.ext4', '-q', '-F', ...ofFormat, '--', draft)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, imageOf(id))
    const entry = await open(images)
    await entry.sync().finally(() => entry.close())
  }

  const isAttached = async (image: string) =>
    (await runSmallOrThrow(['losetup', '--associated', image], { timeout })) !== ''

  async function mount(id: string): Promise<void> {
    const image = imageOf(id)
    await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
    // One that is still used by somebody is in the kernel as it was.
    if (!(await isAttached(image))) await check(image)
    await tool('mount', '-t', 'ext4', '-o', options, '--', image, folderOf(id))
    // Without it what is read is kept in memory twice; not every disk can.
    const device = await deviceOf(id)
    await runSmall(['losetup', '--direct-io=on', device], { timeout })
    await makeFolders(id)
  }

  /** The folder for users comes last: where it is, all is there. */
  async function makeFolders(id: string): Promise<void> {
    for (const [name, mode] of [
      [volumeDrafts, 0o700],
      [volumeFiles, 0o755],
    ] as const) {
      const path = join(folderOf(id), name)
      if (await exists(path)) continue
      // Whoever waits for the folder finds it with its owner.
      const made = `${path}.new`
      await mkdir(made, { recursive: true })
      await chown(made, volumeUser, volumeUser)
      await chmod(made, mode)
      await rename(made, path)
    }
  }

  const deviceOf = async (id: string) => (await mounted(id))?.source ?? ''

  /** While it is mounted, or without it where the kernel permits no more and nobody else has it. */
  async function growMounted(id: string): Promise<void> {
    await tool('losetup', '--set-capacity', await deviceOf(id))
    const { code, stderr } = await runSmall(['resize2fs', await deviceOf(id)], { timeout })
    if (code === 0) return
    if (!/Permission denied/.test(stderr)) throw new Error(`resize2fs: ${stderr}`)
    await unmount(id)
    const isBusy = await isAttached(imageOf(id))
    await mount(id)
    if (isBusy) throw new VolumeBusyError()
  }

  async function unmount(id: string): Promise<void> {
    while (await mounted(id)) await tool('umount', '--lazy', '--', folderOf(id))
    await rmdir(folderOf(id)).catch(() => {})
  }

  return {
    folderOf,
    open: (id, bytes) =>
      mutex(id, async () => {
        // Only where it is mounted.
        if (await exists(join(folderOf(id), volumeFiles))) return
        // A process that was killed may have mounted it, and made no folders yet.
        if (await mounted(id)) return makeFolders(id)
        await prepare()
        if (!(await exists(imageOf(id)))) await make(id, bytes)
        await mount(id)
      }),
    grow: (id, bytes) =>
      mutex(id, async () => {
        const size = await sizeIn(imageOf(id))
        if (size >= bytes) return
        await truncate(imageOf(id), bytes)
        if (!(await mounted(id))) return
        try {
          await growMounted(id)
        } catch (error) {
          await truncate(imageOf(id), size)
          await tool('losetup', '--set-capacity', await deviceOf(id))
          throw error
        }
      }),
    close: (id) => mutex(id, () => unmount(id)),
    remove: (id) =>
      mutex(id, async () => {
        if (await mounted(id)) {
          await runSmallOrThrow(['perl', shutDown, folderOf(id)], { timeout })
          await unmount(id)
        }
        if (!(await exists(imageOf(id)))) return
        // Frees the disk at once, however long somebody keeps what is left of it mounted.
        await truncate(imageOf(id), 0)
        await rm(imageOf(id))
      }),
    async usage(id) {
      const { blocks, bfree, bsize } = await statfs(folderOf(id))
      return { used: (blocks - bfree) * bsize, size: blocks * bsize }
    },
    async closeAll() {
      const inside = (await mountTable()).filter(({ target }) => target.startsWith(`${mounts}/`))
      for (const { target } of inside) await tool('umount', '--lazy', '--', target)
      const isPrepared = (await mountTable()).some(({ target }) => target === mounts)
      if (isPrepared) await tool('umount', '--lazy', '--', mounts)
    },
  }
}

const shutDown = join(import.meta.dirname, 'shut-down.pl')

const tool = (...command: [string, ...string[]]): Promise<string> =>
  runSmallOrThrow(command, { timeout })

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** From this exit code on, something is left that needs a person. */
const uncorrected = 4

/** Repairs a file system that is not mounted, and makes it as large as its file. */
async function check(image: string): Promise<void> {
  const isGrown = (await sizeIn(image)) < (await stat(image)).size
  const { code, stdout, stderr } = await runSmall(['e2fsck', isGrown ? '-fp' : '-p', '--', image], {
    timeout: checkTimeout,
  })
  if (code >= uncorrected)
    throw new Error(`${image} is damaged (e2fsck ended with ${code}): ${stderr || stdout}`)
  if (isGrown) await tool('resize2fs', image)
}

/** Size that the superblock of ext4 tells, in bytes. */
async function sizeIn(image: string): Promise<number> {
  const file = await open(image)
  try {
    const block = Buffer.alloc(1024)
    await file.read(block, 0, block.length, 1024)
    return (block.readUInt32LE(4) + block.readUInt32LE(0x150) * 2 ** 32) * blockSize
  } finally {
    await file.close()
  }
}
