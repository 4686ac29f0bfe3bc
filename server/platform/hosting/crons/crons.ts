import { formatDuration } from '#kit/text/duration.ts'
import { newId } from '#kit/text/ids.ts'
import { parseSchedule } from '#kit/time/cron-schedule.ts'
import { nextTime } from '#kit/time/cron-times.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Cron, CronRun, CronRunId, CronRunRecord } from '#platform/model/hosting/crons/cron.ts'
import {
  cronLimits,
  cronNamePattern,
  defaultCronTimeout,
} from '#platform/model/hosting/crons/cron-limits.ts'
import type { ScheduledCron } from '#platform/model/hosting/crons/scheduled-cron.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { scheduledCrons } from './scheduled-crons.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'cronWorker'>

/** What an owner writes of a scheduled task. */
export type CronInput = Pick<Cron, 'name' | 'schedule' | 'command' | 'where'> & {
  timeout?: number | undefined
}

/** A task, when it is due next, and its newest run. */
export interface ListedCron extends ScheduledCron {
  /** `null` while it is switched off, the application is not meant to run, or the date never comes. */
  nextAt: number | null
  lastRun: CronRunRecord | null
}

export async function listCrons(
  platform: Context,
  application: Application,
): Promise<ListedCron[]> {
  const [crons, newest] = await Promise.all([
    scheduledCrons(platform, application),
    platform.store.cronRuns.newest(application.id),
  ])
  const { wanted, suspended, asleepSince, liveDeploymentId } = application
  const isUp = wanted === 'up' && !suspended && asleepSince === null && liveDeploymentId
  return crons.map((cron) => {
    const times = parseSchedule(cron.schedule)
    const next = isUp && !cron.isPaused && times ? nextTime(times, platform.clock()) : undefined
    const lastRun = newest.find(({ cronId }) => cronId === cron.id) ?? null
    return { ...cron, nextAt: next ?? null, lastRun }
  })
}

/** One task; a `Refusal` if there is none. */
export async function getCron(
  platform: Pick<Platform, 'store'>,
  application: Application,
  id: string,
): Promise<ScheduledCron> {
  const crons = await scheduledCrons(platform, application)
  const found = crons.find((cron) => cron.id === id)
  if (found) return found
  throw new Refusal('missing', `There is no scheduled task ${id}.`)
}

export async function addCron(
  { store, clock }: Context,
  { id: applicationId }: Application,
  input: CronInput,
  createdBy: UserId,
): Promise<Cron> {
  const now = clock()
  const cron = {
    ...validated(input, now),
    id: newId('cron'),
    applicationId,
    createdBy,
    createdAt: now,
  }
  await store.transaction(async (inside) => {
    const own = await inside.crons.list(applicationId)
    if (own.length >= cronLimits.own) {
      throw new Refusal(
        'limited',
        `The application has ${cronLimits.own} scheduled tasks already: remove one first.`,
      )
    }
    if (!(await inside.crons.add(cron))) throw taken(cron.name)
  })
  return cron
}

export async function changeCron(
  platform: Context,
  application: Application,
  id: string,
  input: CronInput,
): Promise<void> {
  const cron = await getOwnCron(platform, application, id)
  const { store, clock } = platform
  const change = validated(input, clock())
  if (!(await store.crons.change(cron.id, change))) throw taken(change.name)
}

export async function removeCron(
  platform: Context,
  application: Application,
  id: string,
): Promise<ScheduledCron> {
  const cron = await getOwnCron(platform, application, id)
  for (const run of await platform.store.cronRuns.listRunning(application.id)) {
    if (run.cronId === cron.id) await platform.cronWorker.stop(run.id, 'The task was removed.')
  }
  await platform.store.crons.remove(cron.id)
  return cron
}

/** Switches a task on or off, whoever has written it; what runs goes on. */
export async function enableCron(
  { store, clock }: Context,
  application: Application,
  id: string,
  enabled: boolean,
): Promise<ScheduledCron> {
  const cron = await getCron({ store }, application, id)
  if (cron.isPaused === !enabled) return cron
  const pauses = await store.cronPauses.list(application.id)
  const pausedAt = pauses.find(({ cronId }) => cronId === cron.id)?.pausedAt ?? clock()
  await store.cronPauses.put({
    applicationId: application.id,
    cronId: cron.id,
    pausedAt: enabled ? pausedAt : clock(),
    resumedAt: enabled ? clock() : null,
  })
  return cron
}

/** A run of an application; a `Refusal` if there is none. */
export async function getCronRun(
  { store }: Pick<Platform, 'store'>,
  application: Application,
  id: string,
): Promise<CronRun> {
  const run = await store.cronRuns.find(id as CronRunId)
  if (run?.applicationId === application.id) return run
  throw new Refusal('missing', `There is no run ${id}.`)
}

export async function stopCronRun(
  platform: Context,
  application: Application,
  id: string,
): Promise<CronRun> {
  const run = await getCronRun(platform, application, id)
  const isStopped = await platform.cronWorker.stop(run.id, 'It was stopped by a member.')
  if (!isStopped) throw new Refusal('conflict', 'The run has ended already.')
  return getCronRun(platform, application, id)
}

async function getOwnCron(platform: Context, application: Application, id: string) {
  const cron = await getCron(platform, application, id)
  if (cron.source === 'own') return cron
  throw new Refusal(
    'conflict',
    `The scheduled task ${cron.name} is written in cron.json of the repository: change it there, or disable it.`,
  )
}

/** The input as it is stored; a `Refusal` that names the wrong field. */
function validated(input: CronInput, now: number) {
  const name = input.name.trim()
  const schedule = input.schedule.trim().replace(/\s+/g, ' ')
  const { command, where, timeout = defaultCronTimeout } = input
  if (name.length > cronLimits.name || !cronNamePattern.test(name)) {
    throw wrong(
      'name',
      `The name must be 1 to ${cronLimits.name} letters, digits, blanks and . _ : -, and begin with a letter or digit.`,
    )
  }
  const times = schedule.length <= cronLimits.schedule ? parseSchedule(schedule) : undefined
  if (!times) {
    throw wrong(
      'schedule',
      'The schedule must be minute, hour, day of the month, month and day of the week, such as "0 3 * * *" for 03:00 UTC each day.',
    )
  }
  if (nextTime(times, now) === undefined)
    throw wrong('schedule', `The schedule ${schedule} has a date that never comes.`)
  if (command.trim() === '' || command.length > cronLimits.command || command.includes('\0')) {
    throw wrong('command', `The command must have 1 to ${cronLimits.command} characters.`)
  }
  const { minTimeout, maxTimeout } = cronLimits
  if (!Number.isSafeInteger(timeout) || timeout < minTimeout || timeout > maxTimeout) {
    throw wrong(
      'timeout',
      `The timeout must be between ${formatDuration(minTimeout)} and ${formatDuration(maxTimeout)}.`,
    )
  }
  return { name, schedule, command, where, timeout }
}

const wrong = (field: keyof CronInput, message: string) =>
  new Refusal('invalid', message, { fields: { [field]: message } })

const taken = (name: string) =>
  new Refusal('conflict', `The application has a scheduled task ${name} already.`, {
    fields: { name: 'There is one of this name already.' },
  })
