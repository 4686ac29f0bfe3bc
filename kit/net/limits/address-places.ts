import type { ConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { Ranking } from './ranking.ts'

export interface AddressPlacesOptions {
  /** Limit of the places of all addresses together. */
  total: ConnectionLimit
  /** Maximum places and further counts of one address. */
  maxPerAddress: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/**
 * Milliseconds between two places of an address that give way to others of the same address. Whoever comes in between is
 * refused at once: in a flood that costs far less than to begin serving each, and whoever got in has time to speak.
 */
export const sameAddressPause = 20

/** What one address has. */
interface AddressUse {
  address: string
  /** Places and what was counted without one. */
  count: number
  /** Places that may be ended for others, the oldest first: never held before, or held no more. */
  unused: Set<Place>
  idle: Set<Place>
  /** Rank among the addresses with such places, which is the count; 0 for an address without. */
  rank: number
  /** When one of its places was last ended for another of its own. */
  gaveWayAt: number
}

/**
 * Shares a limited number of places, such as connections, fairly among addresses. Whoever needs one when all are taken
 * gets that of the address with most of them, if that has more; an address at its own maximum gets its own oldest, now
 * and then. Only a place that is not held is ended for another, so that nobody loses what they are served with.
 */
export class AddressPlaces {
  /** Places that were ended for others. */
  ended = 0
  readonly #total: ConnectionLimit
  readonly #max: number
  readonly #now: () => number
  readonly #uses = new Map<string, AddressUse>()
  readonly #ranking = new Ranking<AddressUse>()
  readonly #hooks: PlaceHooks = {
    onHold: (place) => this.#unspare(place),
    onFree: (place) => this.#spare(place, place.use.idle),
    onLeave: (place) => this.#leave(place),
  }

  constructor({ total, maxPerAddress, now = () => performance.now() }: AddressPlacesOptions) {
    this.#now = now
    this.#total = total
    this.#max = maxPerAddress
  }

  /** Takes a place; `undefined` when there is none. `end` is called when the place goes to another. */
  take(address: string, end: () => void): Place | undefined {
    if (!this.#makeRoom(address)) return undefined
    const use = this.#useOf(address)
    const place = new Place(use, end, this.#hooks)
    this.#total.opened()
    use.count += 1
    this.#spare(place, use.unused)
    return place
  }

  /** Whether an address has reached its maximum. */
  isFull(address: string): boolean {
    return (this.#uses.get(address)?.count ?? 0) >= this.#max
  }

  /** Counts something that needs no place, such as a further request. Returns what ends it; `undefined` at the maximum. */
  count(address: string): (() => void) | undefined {
    if (this.isFull(address)) return undefined
    const use = this.#useOf(address)
    use.count += 1
    this.#update(use)
    return () => {
      use.count -= 1
      this.#update(use)
    }
  }

  /** Counts a place for another address from now on, whatever that has. */
  move(place: Place, address: string) {
    if (place.hasLeft) return
    const { use } = place
    const isSpare = this.#unspare(place)
    use.count -= 1
    this.#update(use)
    place.use = this.#useOf(address)
    place.use.count += 1
    if (isSpare) this.#spare(place, place.use.unused)
  }

  #makeRoom(address: string): boolean {
    const own = this.#uses.get(address)
    const count = own?.count ?? 0
    const isFull = count >= this.#max
    if (!isFull && !this.#total.isReached) return true
    const { highest } = this.#ranking
    const isOther = !isFull && highest !== undefined && highest.count > count
    const place = isOther ? oldestOf(highest) : this.#oldestForItself(own)
    if (!place) return false
    this.ended += 1
    place.leave()
    place.end()
    return true
  }

  #oldestForItself(use: AddressUse | undefined): Place | undefined {
    const now = this.#now()
    if (!use || now - use.gaveWayAt < sameAddressPause) return undefined
    const place = oldestOf(use)
    if (place) use.gaveWayAt = now
    return place
  }

  #useOf(address: string): AddressUse {
    const known = this.#uses.get(address)
    if (known) return known
    const use: AddressUse = {
      address,
      count: 0,
      unused: new Set(),
      idle: new Set(),
      rank: 0,
      gaveWayAt: Number.NEGATIVE_INFINITY,
    }
    this.#uses.set(address, use)
    return use
  }

  #spare(place: Place, among: Set<Place>) {
    among.add(place)
    this.#update(place.use)
  }

  #unspare(place: Place): boolean {
    const { use } = place
    const isSpare = use.unused.delete(place) || use.idle.delete(place)
    this.#update(use)
    return isSpare
  }

  #leave(place: Place) {
    this.#total.closed()
    place.use.count -= 1
    this.#unspare(place)
  }

  #update(use: AddressUse) {
    const rank = use.unused.size + use.idle.size > 0 ? use.count : 0
    if (rank !== use.rank) {
      if (use.rank > 0) this.#ranking.remove(use, use.rank)
      if (rank > 0) this.#ranking.add(use, rank)
      use.rank = rank
    }
    if (use.count === 0) this.#uses.delete(use.address)
  }
}

/** The oldest place that may be ended, one that was never held if there is any. */
function oldestOf({ unused, idle }: AddressUse): Place | undefined {
  for (const place of unused.size > 0 ? unused : idle) return place
  return undefined
}

interface PlaceHooks {
  onHold(place: Place): void
  onFree(place: Place): void
  onLeave(place: Place): void
}

/** A place of an address, until it leaves or another address needs it. */
export class Place {
  use: AddressUse
  readonly end: () => void
  readonly #hooks: PlaceHooks
  #holds = 0
  hasLeft = false

  constructor(use: AddressUse, end: () => void, hooks: PlaceHooks) {
    this.use = use
    this.end = end
    this.#hooks = hooks
  }

  /** Keeps the place from being ended for others; `free` as often as this. */
  hold() {
    this.#holds += 1
    if (this.#holds === 1 && !this.hasLeft) this.#hooks.onHold(this)
  }

  free() {
    this.#holds -= 1
    if (this.#holds === 0 && !this.hasLeft) this.#hooks.onFree(this)
  }

  leave() {
    if (this.hasLeft) return
    this.hasLeft = true
    this.#hooks.onLeave(this)
  }
}
