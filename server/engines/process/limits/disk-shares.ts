import { statfs } from 'node:fs/promises'
import type { TreeSize } from '#kit/tenant-files/trees.ts'

/**
 * Time allowed for freeing the space of an ended instance or build: until then no smaller one is ended. An instance
 * keeps its files until it is restarted, and many files are slow to delete.
 */
const settling = 30_000
/** On a full disk, how long to wait until all others are measured. */
const measuringTimeout = 20_000

interface Share {
  size: TreeSize
  /** Time of the measurement. */
  at: number
}

const nothing: TreeSize = { bytes: 0, inodes: 0, isComplete: true }
/** Hidden usage counts as unlimited. */
const unknown: TreeSize = { bytes: Infinity, inodes: Infinity, isComplete: false }

/** Disk usage of each instance and build, so that on a full disk the largest is ended and not another tenant. */
export class DiskShares {
  readonly #shares = new Map<string, Share>()
  /** Ended ones whose space is being freed, with the deadline for that. */
  readonly #ended = new Map<string, { size: TreeSize; until: number }>()
  /** Those ended for hidden usage since the disk is low. */
  readonly #suspected = new Set<string>()
  #lowSince: number | undefined

  /** Registers an instance or build before its first measurement: on a full disk no other is ended before that. */
  begin(id: string): void {
    if (!this.#shares.has(id)) this.#shares.set(id, { size: nothing, at: -Infinity })
  }

  /**
   * Hidden usage ranks first, but only once while the disk is low: if it still is afterwards, that was not the cause.
   */
  note(id: string, size: TreeSize, { isHiding = false, now = performance.now() } = {}): void {
    const isSuspect = isHiding && !this.#suspected.has(id)
    this.#shares.set(id, { size: isSuspect ? unknown : size, at: now })
  }

  /** Bytes at the last measurement; `undefined` before it, and while hidden usage makes it unknown. */
  bytesOf(id: string): number | undefined {
    const share = this.#shares.get(id)
    const isKnown = share && share.at !== -Infinity && share.size !== unknown
    return isKnown ? share.size.bytes : undefined
  }

  forget(id: string): void {
    this.#shares.delete(id)
  }

  /** Records that it is ended because of its usage. */
  end(id: string, now = performance.now()): void {
    const share = this.#shares.get(id)
    if (!share) return
    this.#shares.delete(id)
    this.#ended.set(id, { size: share.size, until: now + settling })
    if (share.size === unknown) this.#suspected.add(id)
  }

  /** Whether the disk is low. Call before measuring, so that older measurements are recognised. */
  isLow(room: DiskRoom, now = performance.now()): boolean {
    const isLow = lowOn(room).length > 0
    if (isLow) this.#lowSince ??= now
    else {
      this.#lowSince = undefined
      this.#suspected.clear()
      this.#ended.clear()
    }
    return isLow
  }

  /** Whether the disk is low on a resource of which this one takes too much, and no other takes more. */
  isToEnd(id: string, room: DiskRoom, now = performance.now()): boolean {
    for (const [other, { until }] of this.#ended) if (until < now) this.#ended.delete(other)
    const own = this.#shares.get(id)
    if (!this.isLow(room, now) || !own || !isTooMuch(room, own.size)) return false
    const running = [...this.#shares.values()]
    if (!this.#areMeasured(running, now)) return false
    return lowOn(room).some(
      (kind) =>
        running.every(({ size }) => size[kind] <= own.size[kind]) &&
        [...this.#ended.values()].every(({ size }) => size[kind] < own.size[kind]),
    )
  }

  /**
   * Whether all were measured since the disk became low: one that filled it within a second would look small otherwise.
   */
  #areMeasured(shares: Share[], now: number): boolean {
    const since = this.#lowSince ?? now
    return now > since + measuringTimeout || shares.every(({ at }) => at >= since)
  }
}

/** Disk limits of an instance or a build. */
export interface RoomLimits {
  bytes: number
  /** Files, folders and symbolic links. */
  inodes: number
}

/** Maximum file size: above the disk limit, so that the watch reports the excess, and not `EFBIG`. */
export const maxFileSize = ({ bytes }: RoomLimits): number => 2 * bytes

/** Kept free on each disk for the platform and for small applications: this much, or a twentieth of a small disk. */
const reserve = { bytes: 512 * 1024 * 1024, inodes: 50_000 }
const share = 20
const kinds = ['bytes', 'inodes'] as const

interface Amount {
  total: number
  free: number
}

/** Total and free space of a disk. */
export type DiskRoom = Record<(typeof kinds)[number], Amount>

const reserveOf = (kind: 'bytes' | 'inodes', total: number) =>
  Math.min(reserve[kind], total / share)

/**
 * Resources of which the disk has less than its reserve. Some file systems have no fixed number of inodes and report 0.
 */
export const lowOn = (room: DiskRoom) =>
  kinds.filter((kind) => room[kind].free < reserveOf(kind, room[kind].total))

/** Whether the tree takes more than the reserve of a resource that the disk is low on. */
export const isTooMuch = (room: DiskRoom, size: TreeSize) =>
  lowOn(room).some((kind) => size[kind] > reserveOf(kind, room[kind].total))

/** Space of the disk that a folder is on; `undefined` when there is no such folder. */
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
