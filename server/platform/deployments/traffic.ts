import type { ApplicationId } from '#platform/ids.ts'
import type { Address } from './engine.ts'

/** Where the visitors of one application go. */
export interface Route {
  applicationId: ApplicationId
  /** Lower-case host names, without port or path. */
  hosts: string[]
  /** Empty when the application is stopped: visitors then get a page that says so. */
  addresses: Address[]
  /** Visitors on plain HTTP are sent to HTTPS. */
  forceHttps: boolean
  /** One visitor stays with one instance. */
  stickySessions: boolean
}

/** Tells the router, in order. Each call returns once the router has it on disk and obeys it. */
export interface Traffic {
  /** From now on new requests for these hosts go to these addresses. */
  switchTo(route: Route): Promise<void>
  /** Forgets an application; its hosts become unknown. */
  remove(applicationId: ApplicationId): Promise<void>
  /** Makes these the only routes: the truth after a restart. */
  replaceAll(routes: Route[]): Promise<void>
  /** Returns once no request is under way to any of these addresses, or the timeout has passed. */
  drain(addresses: Address[], timeout: number): Promise<void>
}
