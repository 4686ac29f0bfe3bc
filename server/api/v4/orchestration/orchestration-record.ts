import type {
  orchestratedDeployment,
  orchestratedInstance,
} from '#api/answers/hosting/orchestration.ts'
import { deploymentActions, orchestrationStates } from '#api/answers/states.ts'
import { type InstanceParts, instanceToWire } from '#api/v2/wire.ts'
import type { Infer } from '#kit/schema.ts'
import { stableUuid } from '#kit/text/ids.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment, DeploymentStep } from '#platform/model/hosting/deployments/deployment.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'

type DeploymentRecord = Infer<typeof orchestratedDeployment>

export interface DeploymentParts {
  application: Application
  /** Times at which it entered its states, oldest first. */
  steps: readonly DeploymentStep[]
  /** Whether its release runs once instead of serving visitors. */
  isTask: boolean
}

export function deploymentToWire(
  deployment: Deployment,
  { application, steps, isTask }: DeploymentParts,
): DeploymentRecord {
  // A task runs while its deployment is `checking`.
  const stateOf = (state: Deployment['state']) =>
    isTask && state === 'checking' ? 'TASK_IN_PROGRESS' : orchestrationStates[state]
  return {
    id: deployment.id,
    ownerId: application.ownerId,
    applicationId: application.id,
    startDate: isoDate(deployment.createdAt),
    state: stateOf(deployment.state),
    steps: withoutRepetition(
      steps.map(({ state, date }) => ({ state: stateOf(state), date: isoDate(date) })),
    ),
    version: deployment.commit ? { commitId: deployment.commit } : {},
    origin: {
      action: deploymentActions[deployment.action],
      cause: deployment.cause,
      source: sourceOf(deployment),
      authorId: deployment.authorId,
      constraints: [],
      priority: 'DEFAULT',
    },
    hasDedicatedBuild: application.separateBuild,
  }
}

function sourceOf({ cause, authorId }: Deployment): DeploymentRecord['origin']['source'] {
  if (cause === 'Git' || cause === 'Github') return 'GIT'
  return authorId === '' ? 'PLATFORM' : 'USER'
}

/** Several of our states are one on the wire: the time of the first counts. */
const withoutRepetition = (steps: DeploymentRecord['steps']) =>
  steps.filter(({ state }, index) => state !== steps[index - 1]?.state)

export function instanceToOrchestration(
  instance: Instance,
  { serverId, ...parts }: InstanceParts & { serverId: string },
): Infer<typeof orchestratedInstance> {
  const { id, appId, ip, appPort, state, flavor, deployId, instanceNumber, displayName } =
    instanceToWire(instance, parts)
  return {
    id,
    ownerId: parts.application.ownerId,
    applicationId: appId,
    deploymentId: deployId,
    name: displayName,
    flavor: flavor.name,
    index: instanceNumber,
    state,
    hypervisorId: stableUuid(`server ${serverId}`),
    creationDate: isoDate(instance.createdAt),
    network: { ip, port: appPort },
    // Builds run in sandboxes that are no instances.
    isBuildVm: false,
  }
}

const isoDate = (date: number) => new Date(date).toISOString()
