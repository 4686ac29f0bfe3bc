import { statfs } from 'node:fs/promises'
import type { TreeSize } from '#kit/tenant-files/trees.ts'

/**
 * How long the room of someone who was ended may take to become free: until then nobody who takes less is ended for it. An
 * instance keeps its files until it starts anew, and many files take long to remove.
 */
const settling = 30_000
/** How long the measuring of all others is waited for on a full disk. */
const measuringTimeout = 20_000

interface Share {
  size: TreeSize
  /** When it was measured. */
  at: number
}

const nothing: TreeSize = { bytes: 0, inodes: 0, isComplete: true }
/** Whoever hides what they take may take any amount. */
const unknown: TreeSize = { bytes: Infinity, inodes: Infinity, isComplete: false }

/** What each instance and each build takes on disk, so that when that is full, whoever takes most is ended and not a neighbour. */
export class DiskShares {
  readonly #shares = new Map<string, Share>()
  /** Those whose room is becoming free, with the time until which that may take. */
  readonly #ended = new Map<string, { size: TreeSize; until: number }>()
  /** Those who were ended because they hid something since the disk is low. */
  readonly #suspected = new Set<string>()
  #lowSince: number | undefined

  /** Somebody is there who will be measured: on a full disk nobody else is ended before that. */
  begin(id: string): void {
    if (!this.#shares.has(id)) this.#shares.set(id, { size: nothing, at: -Infinity })
  }

  /**
   * Whoever hides something ranks before all others, but once for each time that the disk is low: if it still is afterwards, they were
   * not the ones who filled it.
   */
  note(id: string, size: TreeSize, { isHiding = false, now = Date.now() } = {}): void {
    const isSuspect = isHiding && !this.#suspected.has(id)
    this.#shares.set(id, { size: isSuspect ? unknown : size, at: now })
  }

  forget(id: string): void {
    this.#shares.delete(id)
  }

  /** Notes that it is ended because of what it takes. */
  end(id: string, now = Date.now()): void {
    const share = this.#shares.get(id)
    if (!share) return
    this.#shares.delete(id)
    this.#ended.set(id, { size: share.size, until: now + settling })
    if (share.size === unknown) this.#suspected.add(id)
  }

  /** Whether the disk is low on something; to be asked before measuring, so that it is known which measures are older than that. */
  isLow(room: DiskRoom, now = Date.now()): boolean {
    const isLow = lowOn(room).length > 0
    if (isLow) this.#lowSince ??= now
    else {
      this.#lowSince = undefined
      this.#suspected.clear()
      this.#ended.clear()
    }
    return isLow
  }

  /** Whether the disk is low on something of which this one takes too much, and nobody takes more. */
  isToEnd(id: string, room: DiskRoom, now = Date.now()): boolean {
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

  /** Whether each was measured since the disk is low: whoever filled it within a second would look small otherwise. */
  #areMeasured(shares: Share[], now: number): boolean {
    const since = this.#lowSince ?? now
    return now > since + measuringTimeout || shares.every(({ at }) => at >= since)
  }
}

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
