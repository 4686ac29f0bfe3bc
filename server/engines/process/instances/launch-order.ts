import type { Environment } from '#platform/applications/environment.ts'
import type { Artifact, Limits, StartedInstance, StartOrder } from '#platform/deployments/engine.ts'
import type { Tool } from '#platform/deployments/recipe.ts'

/** All that is needed to launch an instance again. The variables are in it: whoever keeps it keeps a secret. */
export interface LaunchOrder {
  instanceId: string
  applicationId: string
  applicationNumber: number
  artifact: Artifact
  tools: Tool[]
  command: [string, ...string[]]
  environment: Environment
  limits: Limits
}

export const launchOrderOf = (order: StartOrder): LaunchOrder => ({
  instanceId: order.instanceId,
  applicationId: order.applicationId,
  applicationNumber: order.applicationNumber,
  artifact: order.artifact,
  tools: order.recipe.tools,
  command: order.recipe.start,
  environment: { ...order.recipe.environment, ...order.environment },
  limits: order.limits,
})

/** An instance's handle is its launch order. */
export const handledOrder = ({ handle }: StartedInstance) => handle as LaunchOrder
