import { randomUUID } from 'node:crypto'
import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import { openTaskLog } from '#engines/swarm/output/task-log.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { execSpec, type InstanceHandle, serviceName } from './instance-spec.ts'
import { applicationNetwork, createService, removeService } from './services.ts'
import { hasEnded, listTasks } from './tasks.ts'

export interface ExecRequest {
  handle: InstanceHandle
  command: readonly string[]
  /** Variables instead of those of the instance. */
  environment: Readonly<Record<string, string>>
  onLine: (line: string) => void
  signal: AbortSignal
}

const pollInterval = 100

/**
 * Runs a command beside an instance as a separate service on the same node, because a manager cannot reach into a
 * container of another node: the same files, variables and network, but another loopback interface. Resolves to
 * the exit code.
 */
export async function runExec(
  parts: SwarmParts,
  { handle, command, environment, onLine, signal }: ExecRequest,
): Promise<number> {
  signal.throwIfAborted()
  const id = `exec_${randomUUID()}`
  const network = await applicationNetwork(parts, handle.order.applicationId)
  const { order } = handle
  const own = {
    ...handle,
    order: { ...order, environment: { ...order.environment, ...environment } },
  }
  await createService(parts, execSpec(parts, own, { id, command, network }))
  const log = await openTaskLog(parts, id, { onLine, onReport() {} })
  try {
    for (;;) {
      const [task] = await listTasks(parts, serviceName(parts.platform, id))
      if (task && (task.state === 'running' || hasEnded(task))) log.follow(task.id)
      if (task?.state === 'rejected') throw clusterFailure('start', new Error(task.message))
      if (task && hasEnded(task)) {
        await log.finish()
        return task.exitCode ?? (task.state === 'complete' ? 0 : 137)
      }
      await sleep(pollInterval, signal)
    }
  } finally {
    await removeService(parts, id)
    await log.discard()
  }
}
