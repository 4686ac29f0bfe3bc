import { statfs } from 'node:fs/promises'
import type { TreeSize } from '#kit/tenant-files/trees.ts'

/** What somebody may take on disk. */
export interface RoomLimits {
  bytes: number
  /** Files, folders and links. */
  inodes: number
}

/** Kept free on each disk for the platform and for those who take little: so much, or a twentieth of a small disk. */
const reserve = { bytes: 512 * 1024 * 1024, inodes: 50_000 }
const share = 20

interface DiskRoom {
  total: number
  free: number
}

/** Whether a disk has less free than its reserve, of bytes or of inodes, while this tree takes more than that. */
export function isTooMuch(room: { bytes: DiskRoom; inodes: DiskRoom }, size: TreeSize): boolean {
  return (['bytes', 'inodes'] as const).some((kind) => {
    const { total, free } = room[kind]
    const kept = Math.min(reserve[kind], total / share)
    // Some file systems have no fixed number of inodes and say 0.
    return total > 0 && free < kept && size[kind] > kept
  })
}

/** Whether the disk of the first of these folders is nearly full, and the folders are large enough to be the reason. */
export async function isDiskLow(folders: readonly string[], size: TreeSize): Promise<boolean> {
  const room = await statfs(folders[0] ?? '/').catch(() => undefined)
  if (!room) return false
  const { blocks, bavail, bsize, files, ffree } = room
  return isTooMuch(
    {
      bytes: { total: blocks * bsize, free: bavail * bsize },
      inodes: { total: files, free: ffree },
    },
    size,
  )
}
