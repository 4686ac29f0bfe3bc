import { clusterFailure, clusterState } from '#engines/swarm/cluster-error.ts'
import type { InitReport } from '#engines/swarm/output/init-report.ts'
import type { TaskLog } from '#engines/swarm/output/task-log.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import {
  beforeStartTimeout,
  type InstanceUsage,
  type ListeningPorts,
} from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { adviceOnStart } from '#platform/model/hosting/instances/exit-advice.ts'
import { type InstanceHandle, serviceName } from './instance-spec.ts'
import { hasEnded, listTasks, type Task } from './tasks.ts'

/** What `init.pl` has told about one run of an instance. */
export interface RunState {
  hasBegun: boolean
  isStarved: boolean
  failedStep: { number: number; code: number } | undefined
  sockets: ListeningPorts[]
  usage: Partial<InstanceUsage>
}

export const newRun = (): RunState => ({
  hasBegun: false,
  isStarved: false,
  failedStep: undefined,
  sockets: [],
  usage: {},
})

/** Notes a report; `onStep` is called with the number of each step that begins. */
export function noteReport(
  run: RunState,
  report: InitReport,
  onStep: (number: number) => void,
): void {
  if (report.kind === 'run') run.hasBegun = true
  if (report.kind === 'oom') run.isStarved = true
  if (report.kind === 'listen') run.sockets = report.sockets
  if (report.kind === 'usage') run.usage = report.usage
  if (report.kind === 'step') onStep(report.number)
  if (report.kind === 'end' && report.code !== 0) run.failedStep = report
}

const pollInterval = 100
/** How long Swarm may look for a node: one that is about to come back is worth a wait. */
const pendingTimeout = 20_000
/** A large image over a slow network. */
export const pullTimeout = 600_000

export interface LaunchWatch {
  handle: InstanceHandle
  run: RunState
  lastLines: readonly string[]
  /** Tasks of the service from before this launch. */
  before: ReadonlySet<string>
  log: Pick<TaskLog, 'follow' | 'finish'>
  signal: AbortSignal
}

/** Waits until the command of an instance runs, after its steps; throws a `Failure` when it cannot. */
export async function waitForRun(parts: SwarmParts, watch: LaunchWatch): Promise<Task> {
  const { handle, run, before, signal } = watch
  const name = serviceName(parts.platform, handle.order.instanceId)
  const started = performance.now()
  for (;;) {
    signal.throwIfAborted()
    const task = (await listTasks(parts, name)).find(({ id }) => !before.has(id))
    if (task && (task.state === 'running' || hasEnded(task))) watch.log.follow(task.id)
    if (task && run.hasBegun) return task
    if (task && hasEnded(task)) {
      await watch.log.finish()
      if (run.hasBegun) return task
      throw await failureOf(parts, task, watch)
    }
    const waited = performance.now() - started
    if (task?.state === 'pending' && waited > pendingTimeout) {
      throw clusterFailure('start', new Error(`no suitable node: ${task.message}`))
    }
    const hasSteps = (handle.order.beforeStart ?? []).length > 0
    if (waited > pullTimeout + (hasSteps ? beforeStartTimeout : 0)) {
      throw new Failure('start', `The instance did not run after ${formatDuration(waited)}.`, [
        `Swarm says: ${task?.state ?? 'no task'} ${task?.message ?? ''}`,
      ])
    }
    await sleep(pollInterval, signal)
  }
}

async function failureOf(
  { registry }: SwarmParts,
  task: Task,
  { run, handle, lastLines }: LaunchWatch,
): Promise<Failure> {
  const { beforeStart = [], environment } = handle.order
  if (run.failedStep) {
    const { number, code } = run.failedStep
    const title = beforeStart[number]?.title ?? `Step ${number + 1}`
    const cause = run.isStarved ? ' (out of memory)' : ''
    const advice = adviceOnStart({ code, lastLines: [...lastLines] }, environment)
    return new Failure('start', `${title} exited with ${code}${cause}.`, advice)
  }
  const said = clusterState(task.message)
  // A node tells only that it has no image; why its pull has failed is in its own log.
  const isAltered = said.state === 'image-missing' && (await registry.isAltered(handle.image))
  const { sentence, state } = isAltered ? clusterState('altered in the registry') : said
  return new Failure('start', `${sentence} (${state}).`, [
    `Swarm says: ${task.state}, ${task.message}`,
  ])
}
