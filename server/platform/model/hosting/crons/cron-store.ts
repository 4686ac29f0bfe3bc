import type { ApplicationId } from '#platform/model/ids.ts'
import type {
  Cron,
  CronId,
  CronPause,
  CronRun,
  CronRunEnd,
  CronRunId,
  CronRunRecord,
} from './cron.ts'

export interface Crons {
  /** `false`, without a write, when the application has one of this name. */
  add(cron: Cron): Promise<boolean>
  /** Tasks of one application, or of all, by name. */
  list(applicationId?: ApplicationId): Promise<Cron[]>
  /** `false`, without a write, when another one of the application has the name. */
  change(
    id: CronId,
    change: Pick<Cron, 'name' | 'schedule' | 'command' | 'where' | 'timeout'>,
  ): Promise<boolean>
  /** With its runs and its pause. */
  remove(id: CronId): Promise<void>
}

export interface CronPauses {
  list(applicationId?: ApplicationId): Promise<CronPause[]>
  put(pause: CronPause): Promise<void>
}

/** Up to which minute the schedules of applications were followed. */
export interface CronCursors {
  listAll(): Promise<Map<ApplicationId, number>>
  put(applicationId: ApplicationId, time: number): Promise<void>
  remove(applicationId: ApplicationId): Promise<void>
}

export interface CronRuns {
  /** `false`, without a write, when there is a run of this task for this time and slot already. */
  add(run: CronRun): Promise<boolean>
  find(id: CronRunId): Promise<CronRun | undefined>
  /** Ends a running one; `false`, without a write, when it has ended. */
  end(id: CronRunId, end: CronRunEnd): Promise<boolean>
  /** The newest first, of one task or of all of the application. */
  list(
    applicationId: ApplicationId,
    options: { cronId?: CronId; limit: number },
  ): Promise<CronRunRecord[]>
  /** The newest one of each task of an application. */
  newest(applicationId: ApplicationId): Promise<CronRunRecord[]>
  /** Those that run, of one application or of all. */
  listRunning(applicationId?: ApplicationId): Promise<CronRunRecord[]>
  /** Removes those of a task beyond the newest, and those of its application that are older than this. */
  trim(
    applicationId: ApplicationId,
    options: { cronId: CronId; keep: number; before: number },
  ): Promise<void>
}

/** The parts of the store about scheduled tasks. */
export interface CronNouns {
  readonly crons: Crons
  readonly cronPauses: CronPauses
  readonly cronCursors: CronCursors
  readonly cronRuns: CronRuns
}
