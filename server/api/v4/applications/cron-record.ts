import {
  boolean,
  type Infer,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '#kit/schema.ts'
import { describeSchedule } from '#kit/time/describe-schedule.ts'
import type { CronInput, ListedCron } from '#platform/hosting/crons/crons.ts'
import {
  type CronRun,
  type CronRunRecord,
  cronRunStates,
} from '#platform/model/hosting/crons/cron.ts'
import type { ScheduledCron } from '#platform/model/hosting/crons/scheduled-cron.ts'
import { cronPlaces } from '#platform/model/hosting/recipe/recipe.ts'

const runEntries = {
  id: string,
  cronId: string,
  /** Of the task, as they were then. */
  name: string,
  schedule: string,
  command: string,
  /** Begun by its schedule, or because a member asked for it. */
  cause: oneOf('schedule', 'request'),
  /** The member who asked for it; empty for the schedule. */
  requestedBy: string,
  dueAt: integer,
  instanceId: nullable(string),
  instanceNumber: nullable(integer),
  state: oneOf(...cronRunStates),
  startedAt: integer,
  endedAt: nullable(integer),
  exitCode: nullable(integer),
  /** Why it did not succeed. */
  reason: nullable(string),
}

const cronRun = object(runEntries)
export const cronRuns = list(cronRun)
/** A run with the end of its output. */
export const cronRunWithOutput = object({ ...runEntries, output: string, isCut: boolean })

const cronEntries = {
  id: string,
  source: oneOf('cron.json', 'own'),
  name: string,
  schedule: string,
  /** The schedule in words. */
  description: string,
  command: string,
  where: oneOf(...cronPlaces),
  /** Seconds after which a run is ended. */
  timeout: integer,
  enabled: boolean,
  /** The next time, in milliseconds since the epoch; `null` when none will come. */
  nextAt: nullable(integer),
  lastRun: nullable(cronRun),
}
export const listedCron = object(cronEntries)
export const listedCrons = list(listedCron)

/** What a client writes of a scheduled task. */
export const cronBody = object({
  name: string,
  schedule: string,
  command: string,
  where: optional(oneOf(...cronPlaces)),
  timeout: optional(integer),
})

export const cronEnabled = object({ enabled: boolean })

export const inputOf = (body: Infer<typeof cronBody>): CronInput => ({
  name: body.name,
  schedule: body.schedule,
  command: body.command,
  where: body.where ?? 'one instance',
  ...(body.timeout !== undefined && { timeout: body.timeout * 1000 }),
})

export const runRecord = ({
  applicationId: _application,
  serverId: _server,
  slot: _slot,
  ...run
}: CronRunRecord): Infer<typeof cronRun> => run

export const runWithOutput = ({ output, isCut, ...run }: CronRun) => ({
  ...runRecord(run),
  output,
  isCut,
})

export const cronRecord = (
  cron: ScheduledCron,
  { nextAt, lastRun }: Pick<ListedCron, 'nextAt' | 'lastRun'>,
): Infer<typeof listedCron> => ({
  id: cron.id,
  source: cron.source,
  name: cron.name,
  schedule: cron.schedule,
  description: describeSchedule(cron.schedule) ?? '',
  command: cron.line,
  where: cron.where,
  timeout: Math.round(cron.timeout / 1000),
  enabled: !cron.isPaused,
  nextAt,
  lastRun: lastRun && runRecord(lastRun),
})
