import { deploymentAction, deploymentState } from '#api/answers/states.ts'
import { boolean, integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
import { addonStates } from '#platform/model/marketplace/addon-states.ts'
import { applicationStatuses } from '#platform/overview/application-status.ts'

/** The states of an application, the same for every client. */
const applicationStatus = oneOf(...applicationStatuses)

const lastDeployment = object({
  /** Counts the deployments of the application. */
  id: integer,
  uuid: string,
  date: integer,
  /** From the request to the end; null until then. */
  duration: nullable(integer),
  state: deploymentState,
  action: deploymentAction,
  commit: string,
  cause: string,
  /** Null when the platform requested it. */
  author: nullable(object({ id: string, name: string })),
  failure: nullable(string),
})

const entries = {
  id: string,
  name: string,
  type: string,
  variantSlug: string,
  zone: string,
  state: applicationStatus,
  /** When the state began; null when that is unknown. */
  since: nullable(integer),
  /** Stopped because an invoice is not paid. */
  suspended: boolean,
  favourite: boolean,
  tags: list(string),
  /** Instances that serve visitors. */
  instances: integer,
  /** Instances that should. */
  wantedInstances: integer,
  flavor: string,
  /** Address for a browser. */
  url: nullable(string),
  /** The same as it is read: host and path. */
  domain: nullable(string),
  /** The one that serves. */
  commit: nullable(string),
  lastDeployment: nullable(lastDeployment),
  /** Requests in each of the last 30 whole minutes, oldest first; null where nothing is known. */
  requestsPerMinute: list(nullable(integer)),
}

const applicationOverview = object(entries)

const addonOverview = object({
  id: string,
  realId: string,
  name: string,
  providerId: string,
  providerName: string,
  logoUrl: string,
  plan: string,
  zone: string,
  state: oneOf(...addonStates),
  /** One sentence about a problem, or empty. */
  trouble: string,
  /** Number of applications that are linked to it. */
  linked: integer,
  tags: list(string),
})

export const overviewAnswer = object({
  applications: list(applicationOverview),
  addons: list(addonOverview),
})

/** One application with each of its instances. */
export const statusAnswer = object({
  ...entries,
  instanceList: list(
    object({
      id: string,
      number: integer,
      state: oneOf('starting', 'running', 'restarting', 'not-answering', 'stopping'),
      flavor: string,
      deploymentId: string,
      date: integer,
      /** How its command ended the last time, in one sentence. */
      lastExit: nullable(string),
    }),
  ),
})
