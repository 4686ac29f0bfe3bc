import type { LiveRoute } from '#routers/node/proxy/route-table.ts'
import type { VisitorRequest } from '#routers/node/proxy/visitor.ts'
import type { Upstream } from './upstream.ts'

/** The upstreams that one request may try, in order; the spares come last. */
export class UpstreamChoice {
  readonly #route: LiveRoute
  readonly #first: number
  readonly #mark: string | undefined
  #tried = 0

  constructor(route: LiveRoute, { headers }: Pick<VisitorRequest, 'headers'>) {
    this.#route = route
    this.#first = route.nextIndex()
    if (!route.stickySessions) return
    const mark = markIn(headers.cookie)
    const known = route.upstreams.findIndex((upstream) => upstream.mark === mark)
    this.#mark = mark
    if (known >= 0) this.#first = known
  }

  get current(): Upstream | undefined {
    const { upstreams, spares } = this.#route
    return this.#tried < upstreams.length
      ? upstreams[(this.#first + this.#tried) % upstreams.length]
      : spares[this.#tried - upstreams.length]
  }

  /** Advances to the next one; returns false when all were tried. */
  advance(): boolean {
    this.#tried += 1
    return this.current !== undefined
  }

  /** Whether all upstreams of this route have been tried already. */
  covers({ upstreams, spares }: LiveRoute): boolean {
    const tried = [...this.#route.upstreams, ...this.#route.spares]
    return [...upstreams, ...spares].every((upstream) => tried.includes(upstream))
  }

  /** Sticky cookie for the visitor, if it has to be set; a spare serves once only. */
  cookieFor(upstream: Upstream | undefined, secure: boolean): string | undefined {
    const { stickySessions, upstreams } = this.#route
    if (!stickySessions || !upstream) return undefined
    const isNeeded = this.#mark !== upstream.mark && upstreams.includes(upstream)
    return isNeeded ? stickyCookie(upstream, secure) : undefined
  }
}

const cookieName = 'berth_instance'
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([0-9a-f]{16})(?:;|$)`)

/** Mark of the instance that served this visitor before. */
const markIn = (cookie = ''): string | undefined => cookiePattern.exec(cookie)?.[1]

/** Cookie that routes the visitor to this upstream again. */
function stickyCookie(upstream: Upstream, secure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName}=${upstream.mark}; ${attributes}`
}
