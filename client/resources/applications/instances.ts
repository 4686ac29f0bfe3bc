import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { Flavor } from '#client/resources/marketplace/catalogue.ts'
import { type ApplicationAddress, applicationPath } from './application-address.ts'

export interface Instance {
  id: string
  state: string
  flavor: Flavor
  commit: string | null
  deployId: string
  instanceNumber: number
  displayName: string
  /** Milliseconds since the epoch. */
  creationDate: number
}

export interface Redeployment extends Message {
  deploymentId: string
}

/** Whether members may open shells. */
export interface ShellAccess {
  allowed: boolean
  /** Whether the organisation allows them for all its applications. */
  ownerAllows: boolean
}

const shellsOf = (ownerId: string) => path`/v4/berth/organisations/${ownerId}/shells`
const ownShells = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}/shells`

export const instances = ({ ask }: Connection) => ({
  list: (application: ApplicationAddress) =>
    ask<Instance[]>({ method: 'GET', path: `${applicationPath(application)}/instances` }),

  /** Redeploys the given commit, or the deployed one; without the cache it builds from scratch. */
  redeploy: (
    application: ApplicationAddress,
    { commit, useCache = true }: { commit?: string | undefined; useCache?: boolean } = {},
  ) =>
    ask<Redeployment>({
      method: 'POST',
      path: `${applicationPath(application)}/instances`,
      query: { commit, useCache: useCache ? undefined : 'no' },
    }),

  stop: (application: ApplicationAddress) =>
    ask<Message>({ method: 'DELETE', path: `${applicationPath(application)}/instances` }),

  shellAccess: (application: ApplicationAddress) =>
    ask<ShellAccess>({ method: 'GET', path: ownShells(application) }),

  /** Allows or forbids shells in instances of an application. */
  allowShells: (application: ApplicationAddress, allowed: boolean) =>
    ask<Message>({ method: 'PUT', path: ownShells(application), body: { allowed } }),

  /** Allows or forbids shells in instances of all applications of an owner. */
  allowShellsEverywhere: (ownerId: string, allowed: boolean) =>
    ask<Message>({ method: 'PUT', path: shellsOf(ownerId), body: { allowed } }),
})
