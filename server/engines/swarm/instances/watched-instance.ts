import { openTaskLog, type TaskLog } from '#engines/swarm/output/task-log.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { InstanceUsage } from '#platform/model/hosting/deployments/engine.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { InstanceHandle } from './instance-spec.ts'
import { newRun, noteReport, type RunState } from './launch.ts'
import { hasEnded, type SwarmNode, type Task } from './tasks.ts'

/** An instance that this server knows, with its output. */
export interface WatchedInstance {
  handle: InstanceHandle
  phase: 'starting' | 'running' | 'ended' | 'stopping'
  run: RunState
  lastLines: string[]
  /** The task that runs it. */
  taskId?: string
  log: TaskLog
  /** Aborted when the instance is stopped before it runs. */
  abort: AbortController
  /** Called with the title of each step before the start. */
  say: (line: string) => void
}

const maxLastLines = 20
const maxLastLine = 1024
const codeOfKilled = 137

/** Follows the output of an instance. */
export async function watchInstance(
  parts: SwarmParts,
  handle: InstanceHandle,
  say: (line: string) => void,
): Promise<WatchedInstance> {
  const { instanceId, beforeStart = [] } = handle.order
  const watched: Omit<WatchedInstance, 'log'> = { phase: 'starting', ...newLaunch(handle, say) }
  const log = await openTaskLog(parts, instanceId, {
    onLine: (line, date) => {
      parts.watcher.onLine(instanceId, line, date)
      watched.lastLines.push(line.slice(0, maxLastLine))
      if (watched.lastLines.length > maxLastLines) watched.lastLines.shift()
    },
    lastOutput: async () => (await parts.watcher.lastOutput?.(instanceId)) ?? [],
    onReport: (report) =>
      noteReport(watched.run, report, (number) => watched.say(beforeStart[number]?.title ?? '')),
  })
  return Object.assign(watched, { log })
}

/** What is new with each launch of an instance. */
export const newLaunch = (handle: InstanceHandle, say: (line: string) => void) => ({
  handle,
  run: newRun(),
  lastLines: [] as string[],
  abort: new AbortController(),
  say,
})

/** What it uses, as its first process has told last. */
export const usageOf = ({ handle: { order }, run }: WatchedInstance): InstanceUsage => ({
  instanceId: order.instanceId,
  applicationId: order.applicationId as ApplicationId,
  ...run.usage,
})

/** How a running instance has ended, by the tasks and nodes of the swarm; `undefined` while it runs. */
export function findExit(
  { taskId, handle }: Pick<WatchedInstance, 'taskId' | 'handle'>,
  tasks: readonly Task[],
  nodes: readonly SwarmNode[],
): { code: number; cause?: string } | undefined {
  const task = tasks.find(({ id }) => id === taskId)
  const node = nodes.find(({ id }) => id === handle.nodeId)
  if (!node?.isReady) {
    return { code: codeOfKilled, cause: `the node ${node?.name ?? 'that it ran on'} is away` }
  }
  if (task && !hasEnded(task)) return undefined
  return { code: task?.exitCode ?? (task?.state === 'complete' ? 0 : codeOfKilled) }
}
