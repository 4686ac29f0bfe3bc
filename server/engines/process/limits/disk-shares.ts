import type { TreeSize } from '#kit/tenant-files/trees.ts'
import { type DiskRoom, isTooMuch, lowOn } from './disk-reserve.ts'

/** How long the room of someone who was ended may take to become free: until then nobody else is ended for it. */
const settling = 5000

interface Share {
  size: TreeSize
  /** When it is forgotten; absent for who is running. */
  until?: number
}

/** What each instance and each build takes on disk, so that when that is full, whoever takes most is ended and not a neighbour. */
export class DiskShares {
  readonly #shares = new Map<string, Share>()

  note(id: string, size: TreeSize): void {
    this.#shares.set(id, { size })
  }

  forget(id: string): void {
    if (this.#shares.get(id)?.until === undefined) this.#shares.delete(id)
  }

  /** Notes that it is ended because of what it takes. */
  end(id: string, now = Date.now()): void {
    const share = this.#shares.get(id)
    if (share) share.until = now + settling
  }

  /** Whether the disk is low on something of which this one takes too much, and nobody takes more. */
  isToEnd(id: string, room: DiskRoom, now = Date.now()): boolean {
    for (const [other, { until }] of this.#shares) {
      if (until !== undefined && until < now) this.#shares.delete(other)
    }
    const own = this.#shares.get(id)
    if (!own || own.until !== undefined || !isTooMuch(room, own.size)) return false
    const others = [...this.#shares.values()]
    return lowOn(room).some((kind) => others.every(({ size }) => size[kind] <= own.size[kind]))
  }
}
