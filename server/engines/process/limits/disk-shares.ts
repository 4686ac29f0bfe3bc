import type { TreeSize } from '#kit/tenant-files/trees.ts'
import { type DiskRoom, isTooMuch, lowOn } from './disk-reserve.ts'

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
