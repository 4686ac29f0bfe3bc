import type {
  applicationAnswer,
  deploymentAnswer,
  flavorRecord,
  instanceAnswer,
} from '#api/answers/applications.ts'
import type { Addresses } from '#api/http/endpoint.ts'
import type { Infer } from '#kit/schema.ts'
import { stableUuid } from '#kit/text/ids.ts'
import type { User } from '#platform/accounts/users/user.ts'
import type { Application } from '#platform/applications/application.ts'
import { type Flavor, flavorNamed, flavors } from '#platform/applications/flavor.ts'
import { type Deployment, isEnded } from '#platform/deployments/deployment.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Release } from '#platform/deployments/release.ts'

/** Version of every application type in the catalogue. */
export const instanceVersion = '20260101'

export const variantOf = (type: string, title: string) => ({
  id: stableUuid(`variant ${type}`),
  slug: type,
  name: title,
  deployType: type,
  logo: '',
})

export function flavorToWire({ name, memoryMegabytes, cpus }: Flavor): Infer<typeof flavorRecord> {
  const isSmall = memoryMegabytes < 1024
  return {
    name,
    mem: memoryMegabytes,
    cpus,
    gpus: 0,
    disk: null,
    price: 0,
    available: true,
    microservice: isSmall,
    machine_learning: false,
    nice: isSmall ? 5 : 0,
    price_id: `apps.${name}`,
    memory: {
      unit: 'B',
      value: memoryMegabytes * 1024 * 1024,
      formatted: `${memoryMegabytes} MiB`,
    },
    cpuFactor: 1,
    memFactor: 1,
  }
}

export interface ApplicationParts {
  /** Name of the type in the catalogue. */
  title: string
  domains: readonly string[]
  /** Whether it runs once per deployment instead of serving visitors. */
  isTask: boolean
  /** Variables that the caller may read. */
  shownVariables: Readonly<Record<string, string>>
  lastDeployment?: Deployment
}

/** The complete application record of v2. */
export function applicationToWire(
  application: Application,
  { title, domains, isTask, shownVariables, lastDeployment }: ApplicationParts,
  addresses: Addresses,
): Infer<typeof applicationAnswer> {
  const { git } = addresses
  const deployUrl = `git+ssh://git@${git}/${application.id}.git`
  return {
    id: application.id,
    name: application.name,
    description: application.description,
    zone: application.zone,
    zoneId: stableUuid(`zone ${application.zone}`),
    instance: {
      type: application.type,
      version: instanceVersion,
      variant: variantOf(application.type, title),
      minInstances: application.minInstances,
      maxInstances: application.maxInstances,
      maxAllowedInstances: 20,
      minFlavor: flavorToWire(flavorNamed(application.minFlavor)),
      maxFlavor: flavorToWire(flavorNamed(application.maxFlavor)),
      flavors: flavors.map(flavorToWire),
      defaultEnv: {},
      lifetime: isTask ? 'TASK' : 'REGULAR',
      instanceAndVersion: `${application.type}-${instanceVersion}`,
    },
    deployment: {
      shutdownable: false,
      type: 'GIT',
      repoState: 'CREATED',
      url: deployUrl,
      httpUrl: `https://${git}/${application.id}.git`,
    },
    vhosts: domains.map((name) => domainToWire(name, addresses)),
    creationDate: application.createdAt,
    last_deploy: lastDeployment?.number ?? 0,
    archived: application.archived,
    stickySessions: application.stickySessions,
    homogeneous: application.homogeneous,
    favourite: application.favourite,
    cancelOnPush: application.cancelOnPush,
    webhookUrl: null,
    webhookSecret: null,
    separateBuild: application.separateBuild,
    buildFlavor: flavorToWire(flavorNamed(application.buildFlavor)),
    ownerId: application.ownerId,
    state: applicationState(application, lastDeployment),
    commitId: application.commit,
    appliance: null,
    branch: application.branch,
    forceHttps: application.forceHttps ? 'ENABLED' : 'DISABLED',
    env: environmentToWire(shownVariables),
    deployUrl,
  }
}

/** WANTS_TO_BE_UP while the deployment of an application that is not up is in progress or has failed. */
function applicationState({ wanted }: Application, newest: Deployment | undefined): string {
  if (wanted === 'up') return 'SHOULD_BE_UP'
  const isOnItsWay = newest?.action === 'deploy' && (!isEnded(newest) || newest.state === 'failed')
  return isOnItsWay ? 'WANTS_TO_BE_UP' : 'SHOULD_BE_DOWN'
}

/** Clients prepend `https://` and open the result, so port and path are included. */
export function domainToWire(name: string, { visitors }: Pick<Addresses, 'visitors'>) {
  const { port } = new URL(visitors.https)
  return { fqdn: `${name}${port && `:${port}`}/` }
}

export const environmentToWire = (environment: Readonly<Record<string, string>>) =>
  Object.entries(environment).map(([name, value]) => ({ name, value }))

const stateToWire = {
  queued: 'WIP',
  building: 'WIP',
  starting: 'WIP',
  checking: 'WIP',
  switching: 'WIP',
  live: 'OK',
  stopped: 'OK',
  failed: 'FAIL',
  cancelled: 'CANCELLED',
} satisfies Record<Deployment['state'], string>

const actionToWire = {
  deploy: 'DEPLOY',
  stop: 'UNDEPLOY',
  upscale: 'UPSCALE',
  downscale: 'DOWNSCALE',
} satisfies Record<Deployment['action'], string>

/** Deployment action for a client's name of it, if any. */
export const actionFromWire = (action: string): Deployment['action'] | undefined =>
  (Object.keys(actionToWire) as Deployment['action'][]).find(
    (each) => actionToWire[each] === action,
  )

export function deploymentToWire(
  deployment: Deployment,
  author: User | undefined,
): Infer<typeof deploymentAnswer> {
  return {
    id: deployment.number,
    uuid: deployment.id,
    date: deployment.createdAt,
    state: stateToWire[deployment.state],
    action: actionToWire[deployment.action],
    commit: deployment.commit,
    cause: deployment.cause,
    instances: deployment.instances,
    author: { id: deployment.authorId, name: author?.name ?? '' },
  }
}

const instanceStateToWire = {
  starting: 'DEPLOYING',
  up: 'UP',
  stopping: 'STOPPING',
} satisfies Record<Instance['state'], string>

/** A task runs while its deployment is `checking`. */
const isTaskUnderWay = (deployment: Deployment | undefined, release: Release | undefined) =>
  release?.recipe.purpose === 'task' && deployment?.state === 'checking'

export interface InstanceParts {
  application: Application
  /** Its deployment. */
  deployment: Deployment | undefined
  /** Its release; needed while the deployment is `checking`. */
  release: Release | undefined
}

export function instanceToWire(
  instance: Instance,
  { application, deployment, release }: InstanceParts,
): Infer<typeof instanceAnswer> {
  const isTask = instance.state === 'starting' && isTaskUnderWay(deployment, release)
  const { name, memoryMegabytes, cpus } = flavorNamed(instance.flavor)
  return {
    id: instance.id,
    appId: instance.applicationId,
    ip: instance.started?.address.host ?? '',
    appPort: instance.started?.address.port ?? 0,
    state: isTask ? 'TASK_IN_PROGRESS' : instanceStateToWire[instance.state],
    flavor: { name, mem: memoryMegabytes, cpus, price: 0 },
    commit: deployment?.commit ?? null,
    deployNumber: deployment?.number ?? null,
    deployId: instance.deploymentId,
    instanceNumber: instance.number,
    displayName: `${application.name}-${instance.number}`,
    creationDate: instance.createdAt,
  }
}
