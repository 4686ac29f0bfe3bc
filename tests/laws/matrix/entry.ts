import type { Permission } from '#platform/access/permissions.ts'
import type { Right } from '#platform/access/rights.ts'
import type { Scene } from './scene.ts'

/** What a call needs beside its method and its path. */
export interface Needs {
  /** Values for the path; owner, application, provider, plan and add-on are those of the scene unless they are said. */
  params?: Record<string, string>
  query?: Record<string, string>
  /** Sent as JSON; text and bytes as they are. */
  body?: unknown
  headers?: Record<string, string>
}

/** How an endpoint is called rightly: one for each endpoint, so that every wrong call can be made from it. */
export interface Entry {
  /** What the right call answers. */
  status: number
  /** The same for the bridge, where it differs. */
  bridgeStatus?: number
  /** Makes what the call needs, anew for each call. */
  arrange?(scene: Scene): Needs | Promise<Needs>
  /** What it takes in truth, where the endpoint itself asks for more than its access says. */
  permission?: Permission
  /** The rights of which it takes one in truth, where the endpoint itself asks for them. */
  rights?: readonly Right[]
  /** Parameters for which a foreign value may answer otherwise than an unknown one, and why. */
  tellsApart?: Readonly<Record<string, string>>
  /** Why what is in the Authorization header counts for an endpoint that is for anyone. */
  readsAuthorization?: string
}

export type Entries = Readonly<Record<string, Entry>>
