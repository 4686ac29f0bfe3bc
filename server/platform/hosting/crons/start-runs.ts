import { newId } from '#kit/text/ids.ts'
import { servingInstances } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { CronRun, CronRunRecord } from '#platform/model/hosting/crons/cron.ts'
import type { ScheduledCron } from '#platform/model/hosting/crons/scheduled-cron.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { inRotation } from '#platform/model/hosting/instances/liveness.ts'

/** Runs of one application at a time. */
export const maxRunning = 10

export type RunningInstance = Instance & { started: StartedInstance }

/** The instances that a task is for: the one with the lowest number, or all. */
export async function targetsOf(
  platform: Pick<Platform, 'store' | 'liveness'>,
  application: Application,
  { where }: Pick<ScheduledCron, 'where'>,
): Promise<RunningInstance[]> {
  const serving = await servingInstances(platform, application)
  const running = inRotation(platform.liveness, serving)
    .filter((each): each is RunningInstance => each.started !== null)
    .sort((one, other) => one.number - other.number)
  return where === 'every instance' ? running : running.slice(0, 1)
}

/** Why a task cannot begin now; `undefined` when it can. */
export function obstacleTo(
  { id, where }: Pick<ScheduledCron, 'id' | 'where'>,
  instanceId: string,
  running: readonly CronRunRecord[],
): string | undefined {
  const before = running.find(
    (run) => run.cronId === id && (where === 'one instance' || run.instanceId === instanceId),
  )
  if (before) return `The run of ${clockOf(before.dueAt)} is still running.`
  if (running.length < maxRunning) return undefined
  return `${maxRunning} scheduled tasks of the application are running already.`
}

/** `03:00` */
export const clockOf = (date: number): string => new Date(date).toISOString().slice(11, 16)

type Occasion = Pick<CronRun, 'applicationId' | 'cause' | 'requestedBy' | 'dueAt' | 'serverId'>

/** The record of a run that begins now, or of one that does not take place. */
export const newRun = (
  { id, name, schedule, line }: ScheduledCron,
  occasion: Occasion,
  more: Pick<CronRun, 'startedAt' | 'slot'> & Partial<CronRun>,
): CronRun => ({
  ...occasion,
  id: newId('cronrun'),
  cronId: id,
  name,
  schedule,
  command: line,
  instanceId: null,
  instanceNumber: null,
  state: 'running',
  endedAt: null,
  exitCode: null,
  reason: null,
  output: '',
  isCut: false,
  ...more,
})
