import type { Permission } from '#platform/model/identity/access/permissions.ts'
import type { Right } from '#platform/model/identity/access/rights.ts'
import type { Scene } from './scene.ts'

/** Input of a call besides method and path. */
export interface Needs {
  /** Path parameters; owner, application, provider, plan and add-on default to those of the scene. */
  params?: Record<string, string>
  query?: Record<string, string>
  /** Sent as JSON; strings and bytes are sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
}

/** A valid call of an endpoint, from which every invalid call is derived. */
export interface Entry {
  /** Status of the valid call. */
  status: number
  /** Status on the bridge, if different. */
  bridgeStatus?: number
  /** Status for the session of a browser, if different. */
  sessionStatus?: number
  /** Creates what the call needs, anew for each call. */
  arrange?(scene: Scene): Needs | Promise<Needs>
  /** Permission that the endpoint checks itself, in addition to its declared access. */
  permission?: Permission
  /** Rights that the endpoint checks itself, of which one is required. */
  rights?: readonly Right[]
  /** Parameters for which an id of another owner may be answered differently from an unknown one, and why. */
  tellsApart?: Readonly<Record<string, string>>
  /** Why a public endpoint reads the Authorization header. */
  readsAuthorization?: string
}

export type Entries = Readonly<Record<string, Entry>>
