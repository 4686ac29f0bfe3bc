import type {
  applicationAnswer,
  deploymentAnswer,
  instanceAnswer,
} from '#api/answers/applications.ts'
import {
  type applicationState,
  deploymentActions,
  deploymentStates,
  instanceStates,
} from '#api/answers/states.ts'
import type { Addresses } from '#api/http/endpoint.ts'
import type { Infer } from '#kit/schema.ts'
import { stableUuid } from '#kit/text/ids.ts'
import { maxInstances } from '#platform/hosting/scaling/scale-bounds.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { DomainName } from '#platform/model/hosting/domain.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { SizeCatalogue } from './flavor-record.ts'

/** Version of every application type in the catalogue. */
export const instanceVersion = '20260101'

export const variantOf = (type: string, title: string) => ({
  id: stableUuid(`variant ${type}`),
  slug: type,
  name: title,
  deployType: type,
  logo: '',
})

export interface ApplicationParts {
  /** Name of the type in the catalogue. */
  title: string
  domains: readonly DomainName[]
  /** Whether it runs once per deployment instead of serving visitors. */
  isTask: boolean
  /** Variables that the caller may read. */
  shownVariables: Readonly<Record<string, string>>
  lastDeployment?: Deployment
  sizes: SizeCatalogue
  /** Says that its largest size is larger than what is offered, if it is. */
  unreachableMaximum?: string | undefined
}

/** The complete application record of v2. */
export function applicationToWire(
  application: Application,
  parts: ApplicationParts,
  addresses: Addresses,
): Infer<typeof applicationAnswer> {
  const { title, domains, isTask, shownVariables, lastDeployment, sizes } = parts
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
      maxAllowedInstances: maxInstances,
      minFlavor: sizes.of(application.minFlavor),
      maxFlavor: sizes.of(application.maxFlavor),
      flavors: sizes.all,
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
    vhosts: domains.map((domain) => domainToWire(domain, addresses)),
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
    buildFlavor: sizes.ofBuild(application.buildFlavor),
    ownerId: application.ownerId,
    state: applicationStateOf(application, lastDeployment),
    commitId: application.commit,
    appliance: null,
    branch: application.branch,
    forceHttps: application.forceHttps ? 'ENABLED' : 'DISABLED',
    env: environmentToWire(shownVariables),
    deployUrl,
    ...(parts.unreachableMaximum && {
      warnings: [{ path: 'maxFlavor', message: parts.unreachableMaximum }],
    }),
  }
}

/**
 * DEFAULT_OF_PAYMENT while its owner is suspended; WANTS_TO_BE_UP while the deployment of an application that is not up
 * is in progress or has failed.
 */
export function applicationStateOf(
  { wanted, suspended }: Application,
  newest: Deployment | undefined,
): Infer<typeof applicationState> {
  if (suspended) return 'DEFAULT_OF_PAYMENT'
  if (wanted === 'up') return 'SHOULD_BE_UP'
  const isOnItsWay = newest?.action === 'deploy' && (!isEnded(newest) || newest.state === 'failed')
  return isOnItsWay ? 'WANTS_TO_BE_UP' : 'SHOULD_BE_DOWN'
}

/** Clients prepend `https://` and open the result, so port and path are included. */
export function domainToWire(
  { host, path }: DomainName,
  { visitors }: Pick<Addresses, 'visitors'>,
) {
  const { port } = new URL(visitors.https)
  return { fqdn: `${host}${port && `:${port}`}${path}` }
}

export const environmentToWire = (environment: Readonly<Record<string, string>>) =>
  Object.entries(environment).map(([name, value]) => ({ name, value }))

/** Deployment action for a client's name of it, if any. */
export const actionFromWire = (action: string): Deployment['action'] | undefined =>
  (Object.keys(deploymentActions) as Deployment['action'][]).find(
    (each) => deploymentActions[each] === action,
  )

export function deploymentToWire(
  deployment: Deployment,
  author: User | undefined,
): Infer<typeof deploymentAnswer> {
  return {
    id: deployment.number,
    uuid: deployment.id,
    date: deployment.createdAt,
    state: deploymentStates[deployment.state],
    action: deploymentActions[deployment.action],
    commit: deployment.commit,
    cause: deployment.cause,
    instances: deployment.instances,
    author: { id: deployment.authorId, name: author?.name ?? '' },
  }
}

/** A task runs while its deployment is `checking`. */
const isTaskUnderWay = (deployment: Deployment | undefined, release: Release | undefined) =>
  release?.recipe.purpose === 'task' && deployment?.state === 'checking'

export interface InstanceParts {
  application: Application
  /** Its deployment. */
  deployment: Deployment | undefined
  /** Its release; needed while the deployment is `checking`. */
  release: Release | undefined
  sizes: SizeCatalogue
}

export function instanceToWire(
  instance: Instance,
  { application, deployment, release, sizes }: InstanceParts,
): Infer<typeof instanceAnswer> {
  const isTask = instance.state === 'starting' && isTaskUnderWay(deployment, release)
  const { name, mem, cpus, price } = sizes.of(instance.flavor)
  return {
    id: instance.id,
    appId: instance.applicationId,
    ip: instance.started?.address.host ?? '',
    appPort: instance.started?.address.port ?? 0,
    state: isTask ? 'TASK_IN_PROGRESS' : instanceStates[instance.state],
    flavor: { name, mem, cpus, price },
    commit: deployment?.commit ?? null,
    deployNumber: deployment?.number ?? null,
    deployId: instance.deploymentId,
    instanceNumber: instance.number,
    displayName: `${application.name}-${instance.number}`,
    creationDate: instance.createdAt,
  }
}
