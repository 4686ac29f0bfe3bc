import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
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
})
