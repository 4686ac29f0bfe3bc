import type { VisitorRules } from '#platform/model/hosting/visitors/visitor-rules.ts'
import type { Counters } from '#routers/statistics.ts'
import type { ParsedRequest } from './parse-request.ts'
import type { LiveRoute } from './route-table.ts'
import type { RouterContext } from './router-context.ts'
import type { Upstream } from './upstream/upstream.ts'

/** What is counted and logged about one request. */
export class RequestRecord {
  readonly parsed: ParsedRequest
  readonly method: string
  /** The upstream that has the request; none while the router answers itself. */
  upstream: Upstream | undefined
  bytesIn = 0
  bytesOut = 0
  readonly #context: RouterContext
  #route: LiveRoute
  readonly #begin = performance.now()
  #isCounted = false
  #isLogged = false

  constructor(context: RouterContext, route: LiveRoute, parsed: ParsedRequest, method: string) {
    this.#context = context
    this.#route = route
    this.parsed = parsed
    this.method = method
  }

  get applicationId(): string {
    return this.#route.applicationId
  }

  /** What the router answers in place of the application. */
  get rules(): VisitorRules | undefined {
    return this.#route.rules?.given
  }

  get noIndex(): boolean {
    return this.#route.noIndex
  }

  /** The host has moved to another application while the request waited: it is counted and logged there. */
  moveTo(route: LiveRoute) {
    this.#route = route
    this.upstream = undefined
  }

  get milliseconds(): number {
    return performance.now() - this.#begin
  }

  received(bytes: number) {
    this.bytesIn += bytes
    this.#counters.bytesIn += bytes
  }

  sent(bytes: number) {
    this.bytesOut += bytes
    this.#counters.bytesOut += bytes
  }

  /** Counts the request with its latency until now, once. */
  count(status: number) {
    if (this.#isCounted) return
    this.#isCounted = true
    this.#counters.count(status, this.milliseconds)
  }

  /** Counts and logs the request, once. */
  finish(status: number) {
    this.count(status)
    if (this.#isLogged) return
    this.#isLogged = true
    this.#context.accessLog?.add(this, status)
  }

  get #counters(): Counters {
    return this.upstream?.counters ?? this.#route.own
  }
}
