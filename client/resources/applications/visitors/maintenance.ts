import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'

/** Whether visitors of an application get a page instead of it; dates are ISO 8601. */
export interface Maintenance {
  isOn: boolean
  since: string | null
  startedBy: { id: string; name: string | null } | null
  /** When it is expected to end. */
  until: string | null
  message: string
  /** Addresses and networks that are let through. */
  allowed: readonly string[]
  /** Lets who opens it through. */
  link: string | null
}

/** What is not given stays as it is. */
export interface MaintenanceChange {
  until?: string | null | undefined
  message?: string | undefined
  allowed?: readonly string[] | undefined
  /** Makes the link of a maintenance that is on worthless, for a new one. */
  newLink?: boolean | undefined
}

const of = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}/maintenance`

export const maintenance = ({ ask }: Connection) => ({
  get: (application: ApplicationAddress) =>
    ask<Maintenance>({ method: 'GET', path: of(application) }),
  /** Begins a maintenance, or changes the one that is on. */
  begin: (application: ApplicationAddress, change: MaintenanceChange) =>
    ask<Maintenance>({ method: 'PUT', path: of(application), body: change }),
  end: (application: ApplicationAddress) =>
    ask<Message>({ method: 'DELETE', path: of(application) }),
})
