import type { IncomingMessage } from 'node:http'
import type { LiveRoute } from '#routers/node/proxy/control/route-table.ts'
import type { Upstream } from './upstream.ts'

/** The upstreams that one request may try, in their order. */
export class UpstreamChoice {
  readonly #lane: LiveRoute
  readonly #first: number
  readonly #mark: string | undefined
  #tried = 0

  constructor(lane: LiveRoute, { headers }: IncomingMessage) {
    this.#lane = lane
    this.#first = lane.turn()
    if (!lane.stickySessions) return
    const mark = markIn(headers.cookie)
    const known = lane.upstreams.findIndex((upstream) => upstream.mark === mark)
    this.#mark = mark
    if (known >= 0) this.#first = known
  }

  get current(): Upstream | undefined {
    const { upstreams } = this.#lane
    return upstreams[(this.#first + this.#tried) % upstreams.length]
  }

  /** Goes on to the next one; returns false when all were tried. */
  advance(): boolean {
    this.#tried += 1
    return this.#tried < this.#lane.upstreams.length
  }

  /** Whether this lane leads nowhere that was not on the way already. */
  covers({ upstreams }: LiveRoute): boolean {
    return upstreams.every((upstream) => this.#lane.upstreams.includes(upstream))
  }

  /** The cookie that a visitor needs who is to come back here and would not yet. */
  cookieFor(upstream: Upstream, secure: boolean): string | undefined {
    const isNeeded = this.#lane.stickySessions && this.#mark !== upstream.mark
    return isNeeded ? stickyCookie(upstream, secure) : undefined
  }
}

const cookieName = 'berth_instance'
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([0-9a-f]{16})(?:;|$)`)

/** The mark of the instance that served this visitor before. */
const markIn = (cookie = ''): string | undefined => cookiePattern.exec(cookie)?.[1]

/** The cookie that brings the visitor back to this upstream. */
function stickyCookie(upstream: Upstream, secure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName}=${upstream.mark}; ${attributes}`
}

/** Something that waits for an application to begin its answer. */
interface Waiter {
  /** When there was last a sign of life, in milliseconds since the epoch. */
  since: number
  giveUp(): void
}

/** Everyone who waits for an answer. One timer looks after all: a timer for each request would cost more. */
export class AnswerTimeouts {
  readonly #waiters = new Set<Waiter>()
  readonly #timeout: number
  #watch: NodeJS.Timeout | undefined

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  add(waiter: Waiter) {
    this.#waiters.add(waiter)
    this.#watch ??= setInterval(() => this.#look(), Math.min(1000, this.#timeout / 4))
  }

  delete(waiter: Waiter) {
    this.#waiters.delete(waiter)
  }

  #look() {
    const oldest = Date.now() - this.#timeout
    for (const waiter of this.#waiters) {
      if (waiter.since > oldest) continue
      this.#waiters.delete(waiter)
      waiter.giveUp()
    }
    if (this.#waiters.size > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}
