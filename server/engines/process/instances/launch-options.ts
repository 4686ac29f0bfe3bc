import type {
  Artifact,
  Limits,
  StartedInstance,
  StartOrder,
} from '#platform/model/hosting/deployments/engine.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Volume } from '#platform/model/hosting/instances/volume.ts'
import type { BuildStep, Tool, Worker } from '#platform/model/hosting/recipe/recipe.ts'

/** Everything needed to launch an instance again. Contains the variables, so it must be kept secret. */
export interface LaunchOptions {
  instanceId: string
  applicationId: string
  /** Absent in records of earlier versions. */
  ownerId?: string
  applicationNumber: number
  artifact: Artifact
  tools: Tool[]
  /** Absent in records of earlier versions. */
  programs?: string[]
  /** Run before the command when the instance is new. */
  beforeStart?: BuildStep[]
  command: [string, ...string[]]
  workers?: Worker[]
  /** Of an instance whose supervisor runs them, as those of earlier versions did. */
  crons?: readonly unknown[]
  environment: Environment
  limits: Limits
  /** Absent in records of earlier versions. */
  volumes?: readonly Volume[]
}

export function launchOrderOf(order: StartOrder): LaunchOptions {
  const { recipe, instanceId, applicationId, ownerId, applicationNumber, artifact, limits } = order
  const { beforeStart, workers } = recipe
  return {
    instanceId,
    applicationId,
    ownerId,
    applicationNumber,
    artifact,
    limits,
    ...(order.volumes?.length ? { volumes: order.volumes } : {}),
    tools: recipe.tools,
    ...(recipe.programs ? { programs: recipe.programs } : {}),
    command: recipe.start,
    ...(beforeStart ? { beforeStart } : {}),
    ...(workers ? { workers } : {}),
    environment: { ...recipe.environment, ...order.environment },
  }
}

/** An instance's handle is its launch order. */
export const handledOrder = ({ handle }: StartedInstance) => handle as LaunchOptions

/** Of an instance that only waits. */
export const idleCommand: [string, ...string[]] = ['/bin/sleep', 'infinity']

/** The order of an instance that only waits for sessions. */
export function idleOrder(order: StartOrder): StartOrder {
  const { beforeStart: _before, workers: _workers, ...recipe } = order.recipe
  return { ...order, recipe: { ...recipe, start: idleCommand } }
}
