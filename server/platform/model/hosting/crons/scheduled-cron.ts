import type { Worker } from '#kit/concurrency/worker.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ApplicationId, InstanceId, UserId } from '#platform/model/ids.ts'
import type { CronId, CronPlace, CronRun, CronRunId } from './cron.ts'

/** A scheduled task of an application, from its repository or its owner's own. */
export interface ScheduledCron {
  id: CronId
  source: 'cron.json' | 'own'
  name: string
  schedule: string
  /** What is run, as its owner has written it. */
  line: string
  command: [string, ...string[]]
  where: CronPlace
  timeout: number
  /** Since when its times count. */
  since: number
  isPaused: boolean
}

/** Runs scheduled tasks in the instances of this server's applications. */
export interface CronWorker extends Worker {
  /** Begins a task now, whatever its schedule says; a `Refusal` where it cannot. */
  run(application: Application, cron: ScheduledCron, requestedBy: UserId): Promise<CronRun[]>
  /** Ends a run; `false` when it does not run here. */
  stop(id: CronRunId, reason: string): Promise<boolean>
  /** Waits for what runs in these instances up to the timeout, then ends it. */
  drain(applicationId: ApplicationId, ids: readonly InstanceId[], timeout: number): Promise<void>
}
