import type {
  Artifact,
  Limits,
  StartedInstance,
  StartOrder,
} from '#platform/model/hosting/deployments/engine.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { BuildStep, Cron, Tool, Worker } from '#platform/model/hosting/recipe/recipe.ts'

/** Everything needed to launch an instance again. Contains the variables, so it must be kept secret. */
export interface LaunchOptions {
  instanceId: string
  applicationId: string
  /** Absent in records of earlier versions. */
  ownerId?: string
  applicationNumber: number
  artifact: Artifact
  tools: Tool[]
  /** Run before the command when the instance is new. */
  beforeStart?: BuildStep[]
  command: [string, ...string[]]
  workers?: Worker[]
  crons?: Cron[]
  environment: Environment
  limits: Limits
}

export function launchOrderOf(order: StartOrder): LaunchOptions {
  const { recipe, instanceId, applicationId, ownerId, applicationNumber, artifact, limits } = order
  const { beforeStart, workers, crons } = recipe
  return {
    instanceId,
    applicationId,
    ownerId,
    applicationNumber,
    artifact,
    limits,
    tools: recipe.tools,
    command: recipe.start,
    ...(beforeStart ? { beforeStart } : {}),
    ...(workers ? { workers } : {}),
    ...(crons ? { crons } : {}),
    environment: { ...recipe.environment, ...order.environment },
  }
}

/** An instance's handle is its launch order. */
export const handledOrder = ({ handle }: StartedInstance) => handle as LaunchOptions
