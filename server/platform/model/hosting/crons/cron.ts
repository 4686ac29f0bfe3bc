import type { cronPlaces } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId, AuthorId, InstanceId } from '#platform/model/ids.ts'

export type CronId = `cron_${string}`
export type CronRunId = `cronrun_${string}`
export type CronPlace = (typeof cronPlaces)[number]

/** A scheduled task that was added besides those of `cron.json`. */
export interface Cron {
  id: CronId
  applicationId: ApplicationId
  /** Unique among those of the application. */
  name: string
  schedule: string
  /** A line for the shell. */
  command: string
  where: CronPlace
  /** Milliseconds after which a run is ended. */
  timeout: number
  createdBy: AuthorId
  createdAt: number
}

/** A scheduled task is switched off, or was. */
export interface CronPause {
  applicationId: ApplicationId
  cronId: CronId
  pausedAt: number
  /** When it was switched on again; `null` while it is off. */
  resumedAt: number | null
}

/**
 *   running ─► succeeded | failed | timed-out | interrupted
 *
 * `skipped` and `missed` never ran: the run before was still running, or nobody was there to begin it.
 */
export const cronRunStates = [
  'running',
  'succeeded',
  'failed',
  'timed-out',
  'interrupted',
  'skipped',
  'missed',
] as const
export type CronRunState = (typeof cronRunStates)[number]

/** One run of a scheduled task, or one that did not take place. */
export interface CronRun {
  id: CronRunId
  applicationId: ApplicationId
  cronId: CronId
  /** Of the task, as they were then. */
  name: string
  schedule: string
  command: string
  cause: 'schedule' | 'request'
  /** Who asked for it; empty for the schedule. */
  requestedBy: AuthorId
  /** The minute of the schedule, or when it was asked for. */
  dueAt: number
  /** What may begin only once at that time: the task, or the task in one of several instances. */
  slot: string
  /** The server that began it. */
  serverId: string
  instanceId: InstanceId | null
  instanceNumber: number | null
  state: CronRunState
  startedAt: number
  endedAt: number | null
  exitCode: number | null
  /** Why it did not succeed, in one sentence. */
  reason: string | null
  /** The end of its output. */
  output: string
  /** The output was longer. */
  isCut: boolean
}

/** How a run has ended. */
export type CronRunEnd = Pick<
  CronRun,
  'state' | 'endedAt' | 'exitCode' | 'reason' | 'output' | 'isCut'
>

/** A run without its output. */
export type CronRunRecord = Omit<CronRun, 'output' | 'isCut'>
