import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type InstanceHandle, instanceSpec, serviceName } from './instance-spec.ts'
import { waitForRun } from './launch.ts'
import { applicationNetwork, createService, findService, updateService } from './services.ts'
import { scaleToZero } from './stop.ts'
import { listNodes, listTasks } from './tasks.ts'
import type { WatchedInstances } from './watched-instances.ts'

export interface TaskLaunch {
  handle: InstanceHandle
  /** Whether the steps before the start run. */
  isNew: boolean
  signal: AbortSignal
  /** Called with the title of each step before the start. */
  say: (line: string) => void
}

/** Makes the service of an instance, or a new task of the one that is there, and waits until its command runs. */
export async function launchTask(
  parts: SwarmParts,
  watched: WatchedInstances,
  { handle, isNew, signal, say }: TaskLaunch,
): Promise<StartedInstance> {
  const { instanceId } = handle.order
  const excluded = await nodesWithoutRules(parts, handle, signal)
  const before = await applyService(parts, handle, { excluded, isNew })
  const entry = await watched.watch(handle, say)
  entry.phase = 'starting'
  const task = await waitForRun(parts, {
    handle,
    run: entry.run,
    lastLines: entry.lastLines,
    before,
    log: entry.log,
    signal: AbortSignal.any([signal, entry.abort.signal]),
  })
  const node = (await listNodes(parts)).find(({ id }) => id === task.nodeId)
  if (!node) throw new Failure('start', 'The node of the instance has left the swarm.')
  // A node may have joined the swarm after the look before the start.
  await parts.egress.confirm(node.id, 'start', signal).catch(async (error: unknown) => {
    await scaleToZero(parts, instanceId, 0)
    throw error
  })
  entry.handle = { ...handle, nodeId: node.id }
  entry.taskId = task.id
  entry.phase = 'running'
  return {
    instanceId,
    address: { host: node.address, port: handle.port },
    listenPort: handle.containerPort,
    handle: entry.handle,
  }
}

/** An instance goes to no node whose egress rules are not in force; one that has its node already waits for them there. */
async function nodesWithoutRules(
  { egress }: SwarmParts,
  { nodeId }: InstanceHandle,
  signal: AbortSignal,
): Promise<string[]> {
  if (!nodeId) return egress.unconfirmedNodes(signal)
  await egress.confirm(nodeId, 'start', signal)
  return []
}

/** Returns the tasks that the service had before. */
async function applyService(
  parts: SwarmParts,
  handle: InstanceHandle,
  { excluded, isNew }: { excluded: readonly string[]; isNew: boolean },
): Promise<ReadonlySet<string>> {
  const { instanceId, applicationId } = handle.order
  const network = await applicationNetwork(parts, applicationId)
  const name = serviceName(parts.platform, instanceId)
  const found = await findService(parts, instanceId)
  const before = new Set(found ? (await listTasks(parts, name)).map(({ id }) => id) : [])
  const restarts = (found?.spec.TaskTemplate?.ForceUpdate ?? 0) + 1
  const spec = instanceSpec(parts, handle, {
    network,
    excludedNodes: excluded,
    isNew,
    restarts,
  })
  if (found) await updateService(parts, instanceId, () => spec)
  else await createService(parts, spec)
  return before
}
