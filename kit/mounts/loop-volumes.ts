import {
  chmod,
  chown,
  mkdir,
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
import { blockSize, checkImage, extendFile, fileSystemSize, makeImage } from './ext4-image.ts'
import { hasRoom, roomFor, takeRoom } from './image-room.ts'
import { attachLoop, cutOffLoop, detachLoop, loopDevicesOf } from './loop-devices.ts'
import { type Mounted, mountTable } from './mount-table.ts'

/** Owner of files in a volume, on its disk; nobody on this machine has to be that user. */
export const volumeUser = 1000
/** The folder of a volume that its users see. */
export const volumeFiles = 'files'
/** The folder beside it for what is not finished. */
const volumeDrafts = 'drafts'

/** Volumes of fixed size: each an ext4 file system in a file, whose room is taken at once where the disk can do that. */
export interface LoopVolumes {
  /** Room for a volume of this size beside what the others may still grow by, both in bytes. */
  roomFor(id: string, bytes: number): Promise<{ free: number; needed: number }>
  /** Makes a volume unless it exists, and mounts it unless it is mounted. */
  open(id: string, bytes: number): Promise<void>
  /** Makes a volume larger, while it is used. */
  grow(id: string, bytes: number): Promise<void>
  /** Those that the kernel lets nobody write any more, after writing failed; their users keep what they have. */
  broken(): Promise<string[]>
  /**
   * Repairs a broken volume and mounts it again. Who used it has to open it anew: what they have fails. Throws `DiskFullError`
   * while the disk has no room. Returns whether there was something to repair.
   */
  mend(id: string, bytes: number): Promise<boolean>
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

/** The disk has no room for what would be written. */
export class DiskFullError extends Error {}

const timeout = 120_000
const options = 'nodev,nosuid,noatime,errors=remount-ro'
/** A part of the options that the kernel shows. */
const brokenOptions = ['ro', 'emergency_ro', 'shutdown']

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

  async function mount(id: string, bytes: number): Promise<void> {
    const image = imageOf(id)
    await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
    const { live, cutOff } = await loopDevicesOf(image)
    // One that is still used by somebody is in the kernel as it was.
    if (live === undefined) await checkImage(image, bytes)
    // What has all of its room must not give it back.
    const all = (await takeRoom(image, images)) ? options : `${options},discard`
    if (live === undefined && cutOff.length === 0) {
      await tool('mount', '-t', 'ext4', '-o', `loop,${all}`, '--', image, folderOf(id))
    } else {
      // `mount` refuses a file that has a device of another length.
      const device = live ?? (await attachLoop(image))
      await tool('mount', '-t', 'ext4', '-o', all, '--', device, folderOf(id))
      await detachLoop(device)
    }
    // Without it what is read is kept in memory twice; not every disk can.
    await runSmall(['losetup', '--direct-io=on', await deviceOf(id)], { timeout })
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
  async function growMounted(id: string, bytes: number): Promise<void> {
    const device = await deviceOf(id)
    await tool('losetup', '--set-capacity', device)
    const { code, stderr } = await runSmall(['resize2fs', device, `${bytes / blockSize}`], {
      timeout,
    })
    if (code === 0) return
    if (!/Permission denied/.test(stderr)) throw new Error(`resize2fs: ${stderr}`)
    await unmount(id)
    const { live } = await loopDevicesOf(imageOf(id))
    await mount(id, bytes)
    if (live !== undefined) throw new VolumeBusyError()
  }

  /** What somebody uses, to end it: if that fails, its device is cut off all the same. */
  async function mountAgain(id: string, device: string): Promise<void> {
    await prepare()
    await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
    await runSmall(['mount', '-t', 'ext4', '-o', options, '--', device, folderOf(id)], { timeout })
  }

  async function unmount(id: string): Promise<void> {
    while (await mounted(id)) await tool('umount', '--lazy', '--', folderOf(id))
    await rmdir(folderOf(id)).catch(() => {})
  }

  async function grow(id: string, bytes: number): Promise<void> {
    const image = imageOf(id)
    const isMounted = (await mounted(id)) !== undefined
    const { live } = await loopDevicesOf(image)
    if ((await fileSystemSize(live ?? image)) >= bytes) return
    // Whatever fails now, the file is never cut while somebody may use it: the next mount without users makes it fit.
    await extendFile(image, bytes)
    await takeRoom(image, images)
    if (live === undefined) return
    if (!isMounted) await mountAgain(id, live)
    try {
      await growMounted(id, bytes)
    } finally {
      if (!isMounted) await unmount(id)
    }
  }

  /** Ends all access to a file system, for those who use it as well. */
  async function shutDownHere(id: string): Promise<void> {
    await runSmallOrThrow(['perl', shutDown, folderOf(id)], { timeout })
    await unmount(id)
  }

  /** Lets nobody who has used a volume write into its file. */
  async function cutOffUsers(id: string): Promise<void> {
    const { live } = await loopDevicesOf(imageOf(id))
    if (live !== undefined) await cutOffLoop(live)
  }

  return {
    folderOf,
    roomFor: (id, bytes) => roomFor(imageOf(id), bytes, images),
    open: (id, bytes) =>
      mutex(id, async () => {
        // Only where it is mounted.
        if (await exists(join(folderOf(id), volumeFiles))) return
        // A process that was killed may have mounted it, and made no folders yet.
        if (await mounted(id)) return makeFolders(id)
        await prepare()
        if (!(await exists(imageOf(id)))) await makeImage(imageOf(id), bytes)
        await mount(id, bytes)
        // It may have become larger while it was mounted elsewhere alone.
        await grow(id, bytes).catch((problem: unknown) => {
          if (!(problem instanceof VolumeBusyError)) throw problem
        })
      }),
    grow: (id, bytes) => mutex(id, () => grow(id, bytes)),
    broken: async () =>
      (await mountTable())
        .filter((each) => each.target.startsWith(`${mounts}/`) && isBroken(each))
        .map(({ target }) => target.slice(mounts.length + 1)),
    mend: (id, bytes) =>
      mutex(id, async () => {
        const known = await mounted(id)
        if (!known || !isBroken(known)) return false
        if (!(await hasRoom(images))) throw new DiskFullError()
        await shutDownHere(id)
        await cutOffUsers(id)
        await mount(id, bytes)
        return true
      }),
    close: (id) => mutex(id, () => unmount(id)),
    remove: (id) =>
      mutex(id, async () => {
        if (!(await exists(imageOf(id)))) return unmount(id)
        const { live } = await loopDevicesOf(imageOf(id))
        // A suspended one is mounted by those who had it before.
        if (live !== undefined && !(await mounted(id))) await mountAgain(id, live)
        if (await mounted(id)) await shutDownHere(id)
        await cutOffUsers(id)
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

const isBroken = ({ options }: Mounted) => options.some((option) => brokenOptions.includes(option))

const tool = (...command: [string, ...string[]]): Promise<string> =>
  runSmallOrThrow(command, { timeout })

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
