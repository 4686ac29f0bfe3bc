import {
  array,
  boolean,
  integer,
  list,
  nothing,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  string,
} from '#kit/schema.ts'
import { commitSummary } from './hosting/connected-repository.ts'
import { warnings } from './outcome.ts'
import {
  applicationState,
  deploymentAction,
  deploymentState,
  httpsRedirection,
  instanceState,
  lifetime,
} from './states.ts'

export const flavorRecord = object({
  name: string,
  mem: integer,
  cpus: integer,
  gpus: integer,
  disk: nothing,
  price: number,
  available: boolean,
  microservice: boolean,
  machine_learning: boolean,
  nice: integer,
  price_id: string,
  memory: object({ unit: string, value: integer, formatted: string }),
  cpuFactor: number,
  memFactor: number,
})

export const variantRecord = object({
  id: string,
  slug: string,
  name: string,
  deployType: string,
  logo: string,
})

export const domainRecord = object({ fqdn: string })
export const variableList = array(object({ name: string, value: string }))
/** Variables with the version by which they are replaced. */
export const environmentAnswer = object({ variables: variableList, version: string })

export const applicationAnswer = object({
  id: string,
  name: string,
  description: string,
  zone: string,
  zoneId: string,
  instance: object({
    type: string,
    version: string,
    variant: variantRecord,
    minInstances: integer,
    maxInstances: integer,
    maxAllowedInstances: integer,
    minFlavor: flavorRecord,
    maxFlavor: flavorRecord,
    flavors: array(flavorRecord),
    defaultEnv: record(string),
    lifetime,
    instanceAndVersion: string,
  }),
  deployment: object({
    shutdownable: boolean,
    type: oneOf('GIT'),
    repoState: oneOf('CREATED'),
    url: string,
    httpUrl: string,
  }),
  vhosts: array(domainRecord),
  creationDate: integer,
  last_deploy: integer,
  archived: boolean,
  stickySessions: boolean,
  homogeneous: boolean,
  favourite: boolean,
  cancelOnPush: boolean,
  webhookUrl: nothing,
  webhookSecret: nothing,
  separateBuild: boolean,
  buildFlavor: flavorRecord,
  ownerId: string,
  state: applicationState,
  commitId: nullable(string),
  appliance: nothing,
  branch: string,
  forceHttps: httpsRedirection,
  env: variableList,
  deployUrl: string,
  warnings,
})

/** An application in a list, without what takes a query each or is the same for all. */
export const applicationEntry = object({
  id: string,
  name: string,
  description: string,
  type: string,
  /** Name of the type for people. */
  typeName: string,
  zone: string,
  state: applicationState,
  branch: string,
  commitId: nullable(string),
  creationDate: integer,
  tags: list(string),
})
export const applicationEntries = list(applicationEntry)

export const deploymentAnswer = object({
  /** Counts the deployments of the application. */
  id: integer,
  uuid: string,
  date: integer,
  state: deploymentState,
  action: deploymentAction,
  commit: string,
  cause: string,
  instances: integer,
  author: object({ id: string, name: string }),
  commitSummary: optional(commitSummary),
})

export const instanceAnswer = object({
  id: string,
  appId: string,
  ip: string,
  appPort: integer,
  state: instanceState,
  flavor: object({ name: string, mem: integer, cpus: integer, price: number }),
  commit: nullable(string),
  deployNumber: nullable(integer),
  deployId: string,
  instanceNumber: integer,
  displayName: string,
  creationDate: integer,
})

export const applicationList = list(applicationAnswer)
export const deploymentList = list(deploymentAnswer)
/** Deployments by application. */
export const deploymentsByApplication = record(deploymentList)
export const instanceList = list(instanceAnswer)
export const domainList = list(domainRecord)

/** The variables that an application gets from each add-on that it is linked to. */
export const addonVariables = list(
  object({ addon_id: string, addon_name: string, provider_id: string, env: variableList }),
)
/** … and from each application. */
export const dependencyVariables = list(
  object({ app_id: string, app_name: string, env: variableList }),
)
export const exposedVariables = record(string)
