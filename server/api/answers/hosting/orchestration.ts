import { deploymentAction, instanceState, orchestrationState } from '#api/answers/states.ts'
import { array, boolean, exactOptional, integer, list, object, oneOf, string } from '#kit/schema.ts'

/** A deployment of `/v4/orchestration`. */
export const orchestratedDeployment = object({
  id: string,
  ownerId: string,
  applicationId: string,
  startDate: string,
  state: orchestrationState,
  /** The first is the time at which it was queued. */
  steps: array(object({ state: orchestrationState, date: string })),
  version: object({ commitId: exactOptional(string) }),
  origin: object({
    action: deploymentAction,
    cause: string,
    /** Who asked for it: a push, a person, or the platform itself. */
    source: oneOf('GIT', 'USER', 'PLATFORM'),
    authorId: string,
    constraints: list(string),
    priority: oneOf('DEFAULT'),
  }),
  hasDedicatedBuild: boolean,
})
export const orchestratedDeployments = list(orchestratedDeployment)

/** An instance of `/v4/orchestration`. */
export const orchestratedInstance = object({
  id: string,
  ownerId: string,
  applicationId: string,
  deploymentId: string,
  name: string,
  flavor: string,
  /** Counts the instances of the deployment, from 0. */
  index: integer,
  state: instanceState,
  hypervisorId: string,
  creationDate: string,
  network: object({ ip: string, port: integer }),
  isBuildVm: boolean,
})
export const orchestratedInstances = list(orchestratedInstance)
