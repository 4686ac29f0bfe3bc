/** A set of random 64-bit keys, each given as two halves. Takes 11 to 22 bytes per key, whatever their number. */
export interface KeySet {
  readonly size: number
  has(high: number, low: number): boolean
  add(high: number, low: number): void
}

/** Many small tables, so that a resize moves few keys at a time. */
const partCount = 256
const smallest = 8

interface Part {
  /** Halves of each key in turn; two zeros mark a free slot. */
  halves: Uint32Array
  mask: number
  count: number
}

export function createKeySet(): KeySet {
  const parts: (Part | undefined)[] = Array.from({ length: partCount })
  let size = 0
  return {
    get size() {
      return size
    },
    has(high, low) {
      const part = parts[low % partCount]
      return part !== undefined && isAt(part, placeOf(part, high, low))
    },
    add(high, low) {
      const at = low % partCount
      const part = withRoom(parts[at])
      parts[at] = part
      const place = placeOf(part, high, low)
      if (isAt(part, place)) return
      put(part, place, high, low)
      size += 1
    },
  }
}

const isAt = ({ halves }: Part, place: number) => halves[place] !== 0 || halves[place + 1] !== 0

/** Slot of the key, or the free slot where it belongs. */
function placeOf({ halves, mask }: Part, high: number, low: number): number {
  const wanted = orOne(high, low)
  let slot = high & mask
  for (;;) {
    const place = slot * 2
    const one = halves[place]
    const other = halves[place + 1]
    if ((one === 0 && other === 0) || (one === high && other === wanted)) return place
    slot = (slot + 1) & mask
  }
}

function put(part: Part, place: number, high: number, low: number): void {
  part.halves[place] = high
  part.halves[place + 1] = orOne(high, low)
  part.count += 1
}

/** The all-zero key is stored as key 1. */
const orOne = (high: number, low: number) => (high === 0 && low === 0 ? 1 : low)

/** The part, doubled in size if three quarters full. */
function withRoom(part: Part | undefined): Part {
  if (!part) return newPart(smallest)
  if (part.count < (part.mask + 1) * 0.75) return part
  const larger = newPart((part.mask + 1) * 2)
  const { halves } = part
  for (let place = 0; place < halves.length; place += 2) {
    const high = halves[place] ?? 0
    const low = halves[place + 1] ?? 0
    if (high !== 0 || low !== 0) put(larger, placeOf(larger, high, low), high, low)
  }
  return larger
}

const newPart = (length: number): Part => ({
  halves: new Uint32Array(length * 2),
  mask: length - 1,
  count: 0,
})
