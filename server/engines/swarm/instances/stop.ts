import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { serviceName, volumeName } from './instance-spec.ts'
import {
  findService,
  isOwn,
  removeNetwork,
  removeService,
  updateService,
  withReplicas,
} from './services.ts'
import { hasEnded, listNodes, listTasks, type Task } from './tasks.ts'

const pollInterval = 100
/** For the agent of a node to tell its manager. */
const reportTimeout = 15_000

/**
 * Ends the task of a service: SIGTERM now, and SIGKILL after the grace of the specification. A shorter grace is kept on
 * the node that this daemon is; other nodes take no signals through a manager. Gives the task that ran last.
 */
export async function scaleToZero(
  parts: SwarmParts,
  instanceId: string,
  grace: number,
): Promise<{ task?: Task }> {
  if (!(await updateService(parts, instanceId, (spec) => withReplicas(spec, 0)))) return {}
  const name = serviceName(parts.platform, instanceId)
  const started = performance.now()
  for (;;) {
    const tasks = await listTasks(parts, name)
    const active = tasks.filter((task) => !hasEnded(task))
    const waited = performance.now() - started
    if (active.length === 0) return lastOf(tasks)
    if (waited > grace) await killLocal(parts, active)
    if (waited > Math.max(grace, parts.stopGrace) + reportTimeout) {
      throw new Error(`Swarm has not ended the tasks of ${instanceId} in ${waited / 1000} s`)
    }
    if (waited > grace + 1000 && (await areLost(parts, active))) return lastOf(tasks)
    await sleep(pollInterval)
  }
}

const lastOf = ([task]: readonly Task[]) => (task ? { task } : {})

async function killLocal({ docker }: SwarmParts, tasks: readonly Task[]): Promise<void> {
  for (const { containerId } of tasks) {
    if (containerId)
      await docker
        .getContainer(containerId)
        .kill()
        .catch(() => {})
  }
}

/** A node that is away tells no end. */
async function areLost(parts: SwarmParts, tasks: readonly Task[]): Promise<boolean> {
  const ready = new Set((await listNodes(parts)).filter((node) => node.isReady).map(({ id }) => id))
  return tasks.every(({ nodeId }) => nodeId && !ready.has(nodeId))
}

/** Removes the service of an ended instance, and its files if they are on the node that this daemon is. */
export async function removeInstance(
  parts: SwarmParts,
  instanceId: string,
  applicationId: string,
): Promise<void> {
  const found = await findService(parts, instanceId)
  // Swarm removes a service of any version; one that was taken over meanwhile is looked at once more.
  if (found && !isOwn(parts, found)) return
  await removeService(parts, instanceId)
  const volume = parts.docker.getVolume(volumeName(parts.platform, instanceId))
  const isGone = () =>
    volume.remove().then(
      () => true,
      (error: { statusCode?: number }) => error.statusCode === 404,
    )
  await removeNetwork(parts, applicationId)
  await until(isGone, {
    timeout: 10_000,
    every: pollInterval,
    what: 'the end of the volume',
  }).catch(() => parts.log(`The volume of ${instanceId} is still in use.`))
}
