import type { ApplicationId } from '#platform/ids.ts'
import type { Address } from './engine.ts'

/** Route of one application. */
export interface Route {
  applicationId: ApplicationId
  /** Lower-case host names, without port or path. */
  hosts: string[]
  /** Empty when the application is stopped: visitors then get the stopped page. */
  addresses: Address[]
  /** Redirect plain HTTP to HTTPS. */
  forceHttps: boolean
  /** Session affinity: a visitor stays with one instance. */
  stickySessions: boolean
}

/** Sends commands to the router, in order. Each call resolves once the router has stored and applied it. */
export interface Traffic {
  /** Sends new requests for these hosts to these addresses. */
  switchTo(route: Route): Promise<void>
  /** Removes an application; its hosts become unknown. */
  remove(applicationId: ApplicationId): Promise<void>
  /** Replaces all routes, after a restart. */
  replaceAll(routes: Route[]): Promise<void>
  /** Resolves once none of these addresses has a request in flight, or the timeout has passed. */
  drain(addresses: Address[], timeout: number): Promise<void>
}
