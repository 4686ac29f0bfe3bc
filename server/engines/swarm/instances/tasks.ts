import { label, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { isLoopback } from '#kit/net/loopback.ts'

/** One try of Swarm to run a service: a container on a node. */
export interface Task {
  id: string
  serviceId: string
  instanceId: string
  kind: string
  /** Of a task of egress rules: which ones. */
  rules: string
  nodeId: string | undefined
  state: string
  /** Swarm wants it to run. */
  isWanted: boolean
  /** What Swarm says about it, such as why no node can take it. */
  message: string
  exitCode: number | undefined
  containerId: string | undefined
  createdAt: string
}

interface SwarmTask {
  ID: string
  ServiceID: string
  NodeID?: string
  CreatedAt: string
  DesiredState: string
  Spec: { ContainerSpec?: { Labels?: Record<string, string> } }
  Status: {
    State: string
    Err?: string
    Message?: string
    ContainerStatus?: { ContainerID?: string; ExitCode?: number }
  }
}

const endStates = new Set(['complete', 'shutdown', 'failed', 'rejected', 'remove', 'orphaned'])

export const hasEnded = ({ state }: Pick<Task, 'state'>) => endStates.has(state)

/** All tasks of this platform, or of one service, newest first. */
export async function listTasks(
  { docker, platform }: Pick<SwarmParts, 'docker' | 'platform'>,
  service?: string,
): Promise<Task[]> {
  const filters = service ? { service: [service] } : { label: [`${label.platform}=${platform}`] }
  const tasks = (await docker.listTasks({ filters } as object)) as unknown as SwarmTask[]
  return tasks.map(taskOf).sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

function taskOf({ ID, ServiceID, NodeID, CreatedAt, DesiredState, Spec, Status }: SwarmTask): Task {
  const labels = Spec.ContainerSpec?.Labels ?? {}
  const { State, Err, Message, ContainerStatus } = Status
  return {
    id: ID,
    serviceId: ServiceID,
    instanceId: labels[label.instance] ?? '',
    kind: labels[label.kind] ?? '',
    rules: labels[label.rules] ?? '',
    nodeId: NodeID || undefined,
    state: State,
    isWanted: DesiredState === 'running',
    message: Err || Message || '',
    exitCode: ContainerStatus?.ExitCode,
    containerId: ContainerStatus?.ContainerID || undefined,
    createdAt: CreatedAt,
  }
}

/** A machine of the swarm. */
export interface SwarmNode {
  id: string
  name: string
  address: string
  isReady: boolean
  /** Takes new tasks: neither drained nor paused. */
  isActive: boolean
}

export async function listNodes({ docker }: Pick<SwarmParts, 'docker'>): Promise<SwarmNode[]> {
  const nodes = (await docker.listNodes()) as unknown as {
    ID: string
    Description: { Hostname: string }
    Spec: { Availability: string }
    Status: { State: string; Addr: string }
    ManagerStatus?: { Addr?: string }
  }[]
  return nodes.map(({ ID, Description, Spec, Status, ManagerStatus }) => ({
    id: ID,
    name: Description.Hostname,
    // A single manager calls itself 0.0.0.0, and tells its address as a manager.
    address:
      Status.Addr === '0.0.0.0' || isLoopback(Status.Addr)
        ? (ManagerStatus?.Addr?.replace(/:\d+$/, '') ?? Status.Addr)
        : Status.Addr,
    isReady: Status.State === 'ready',
    isActive: Spec.Availability === 'active',
  }))
}
