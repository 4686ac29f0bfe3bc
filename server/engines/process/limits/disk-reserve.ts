import { statfs } from 'node:fs/promises'
import type { TreeSize } from '#kit/tenant-files/trees.ts'

/** What somebody may take on disk. */
export interface RoomLimits {
  bytes: number
  /** Files, folders and links. */
  inodes: number
}

/** The largest file that can be written: beyond the limit, so that whoever passes it is told so by the watch, not by `EFBIG`. */
export const maxFileSize = ({ bytes }: RoomLimits): number => 2 * bytes

/** Kept free on each disk for the platform and for those who take little: so much, or a twentieth of a small disk. */
const reserve = { bytes: 512 * 1024 * 1024, inodes: 50_000 }
const share = 20
const kinds = ['bytes', 'inodes'] as const

interface Amount {
  total: number
  free: number
}

/** What a disk has and has left. */
export type DiskRoom = Record<(typeof kinds)[number], Amount>

const reserveOf = (kind: 'bytes' | 'inodes', total: number) =>
  Math.min(reserve[kind], total / share)

/** Of what the disk has less than its reserve. Some file systems have no fixed number of inodes and say 0. */
export const lowOn = (room: DiskRoom) =>
  kinds.filter((kind) => room[kind].free < reserveOf(kind, room[kind].total))

/** Whether the disk is low on something of which this tree takes more than the reserve. */
export const isTooMuch = (room: DiskRoom, size: TreeSize) =>
  lowOn(room).some((kind) => size[kind] > reserveOf(kind, room[kind].total))

/** The disk of a folder; `undefined` when there is no such folder. */
export async function roomOf(folder: string): Promise<DiskRoom | undefined> {
  const facts = await statfs(folder).catch(() => undefined)
  return (
    facts && {
      bytes: { total: facts.blocks * facts.bsize, free: facts.bavail * facts.bsize },
      inodes: { total: facts.files, free: facts.ffree },
    }
  )
}

export const sumOf = (one: TreeSize, other: TreeSize): TreeSize => ({
  bytes: one.bytes + other.bytes,
  inodes: one.inodes + other.inodes,
  isComplete: one.isComplete && other.isComplete,
})
