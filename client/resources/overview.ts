import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from './applications/application-address.ts'
import type { Deployment } from './applications/deployments.ts'

/** The five states of an application, decided by the platform. */
export type ApplicationState =
  | 'running'
  | 'deploying'
  | 'asleep'
  | 'failed'
  | 'stopped'
  | 'unhealthy'

export interface LastDeployment
  extends Pick<Deployment, 'id' | 'uuid' | 'date' | 'state' | 'action' | 'cause'> {
  commit: string
  /** Milliseconds from the request to the end; `null` until then. */
  duration: number | null
  /** `null` when the platform requested it. */
  author: { id: string; name: string } | null
  /** Why it failed, in one sentence. */
  failure: string | null
}

export interface ApplicationOverview {
  id: string
  name: string
  type: string
  variantSlug: string
  zone: string
  state: ApplicationState
  /** When the state began, in milliseconds since the epoch; `null` when that is unknown. */
  since: number | null
  /** Stopped because an invoice is not paid. */
  suspended: boolean
  favourite: boolean
  tags: string[]
  /** Instances that serve visitors. */
  instances: number
  /** Instances that should. */
  wantedInstances: number
  flavor: string
  /** Address for a browser. */
  url: string | null
  /** Host and path, to be read. */
  domain: string | null
  /** The one that serves. */
  commit: string | null
  lastDeployment: LastDeployment | null
  /** Requests in each of the last 30 whole minutes, oldest first; `null` where nothing is known. */
  requestsPerMinute: (number | null)[]
}

export interface AddonOverview {
  id: string
  realId: string
  name: string
  providerId: string
  providerName: string
  logoUrl: string
  /** Name of the plan. */
  plan: string
  zone: string
  state: 'ordering' | 'uncertain' | 'pending' | 'ready' | 'suspended' | 'deleting'
  /** One sentence about a problem, or empty. */
  trouble: string
  /** Number of linked applications. */
  linked: number
  tags: string[]
}

export interface Overview {
  applications: ApplicationOverview[]
  addons: AddonOverview[]
}

export interface InstanceStatus {
  id: string
  number: number
  state: 'starting' | 'running' | 'restarting' | 'not-answering' | 'stopping'
  flavor: string
  deploymentId: string
  /** When it was created, in milliseconds since the epoch. */
  date: number
  /** How its command ended the last time, in one sentence. */
  lastExit: string | null
}

export interface ApplicationStatus extends ApplicationOverview {
  instanceList: InstanceStatus[]
}

export const overview = ({ ask }: Connection) => ({
  /** Applications and add-ons of an owner. */
  get: (ownerId: string) =>
    ask<Overview>({ method: 'GET', path: path`/v4/berth/organisations/${ownerId}/overview` }),

  /** One application as in the overview, with its instances. */
  application: ({ id, ownerId }: ApplicationAddress) =>
    ask<ApplicationStatus>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/applications/${id}/status`,
    }),
})
