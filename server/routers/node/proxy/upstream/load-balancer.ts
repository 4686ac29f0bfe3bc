import type { IncomingMessage } from 'node:http'
import type { Lane } from '#routers/node/proxy/control/route-table.ts'
import { markIn, stickyCookie } from './sticky.ts'
import type { Destination } from './upstream.ts'

/** The destinations that one request may try, in their order. */
export class Itinerary {
  readonly #lane: Lane
  readonly #first: number
  readonly #mark: string | undefined
  #tried = 0

  constructor(lane: Lane, { headers }: IncomingMessage) {
    this.#lane = lane
    this.#first = lane.turn()
    if (!lane.stickySessions) return
    const mark = markIn(headers.cookie)
    const known = lane.destinations.findIndex((destination) => destination.mark === mark)
    this.#mark = mark
    if (known >= 0) this.#first = known
  }

  get current(): Destination | undefined {
    const { destinations } = this.#lane
    return destinations[(this.#first + this.#tried) % destinations.length]
  }

  /** Goes on to the next one; returns false when all were tried. */
  advance(): boolean {
    this.#tried += 1
    return this.#tried < this.#lane.destinations.length
  }

  /** Whether this lane leads nowhere that was not on the way already. */
  covers({ destinations }: Lane): boolean {
    return destinations.every((destination) => this.#lane.destinations.includes(destination))
  }

  /** The cookie that a visitor needs who is to come back here and would not yet. */
  cookieFor(destination: Destination, secure: boolean): string | undefined {
    const isNeeded = this.#lane.stickySessions && this.#mark !== destination.mark
    return isNeeded ? stickyCookie(destination, secure) : undefined
  }
}
