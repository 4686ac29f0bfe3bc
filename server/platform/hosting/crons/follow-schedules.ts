import { parseSchedule } from '#kit/time/cron-schedule.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { CronRun } from '#platform/model/hosting/crons/cron.ts'
import type { ScheduledCron } from '#platform/model/hosting/crons/scheduled-cron.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import { type MissedTimes, planRound } from './plan-round.ts'
import { recordEnd } from './record-end.ts'
import { mergeCrons } from './scheduled-crons.ts'
import { clockOf, newRun } from './start-runs.ts'

/** What a server remembers from round to round. */
export interface ScheduleMemory {
  /** The minute up to which the schedules of each application were followed. */
  followed: Map<ApplicationId, number>
  /** Releases never change; only the part of their recipes that tasks are made from is kept. */
  recipes: Map<DeploymentId, Pick<Recipe, 'crons' | 'purpose'>>
}

interface FollowOptions {
  signal: AbortSignal
  start(
    application: Application,
    cron: ScheduledCron,
    occasion: Pick<CronRun, 'cause' | 'requestedBy' | 'dueAt'>,
  ): Promise<unknown>
  onBug: (error: unknown) => void
}

/** Previews have no scheduled tasks, unless their application wants them. */
async function hasCrons({ store }: Platform, { previewOf }: Application): Promise<boolean> {
  if (previewOf === null) return true
  return (await store.previewSettings.find(previewOf))?.runsCrons ?? false
}

/** Begins what is due in the applications of this server, and records what was missed. */
export async function followSchedules(
  platform: Platform,
  memory: ScheduleMemory,
  { signal, start, onBug }: FollowOptions,
): Promise<void> {
  const { store, placement } = platform
  const [all, remote, own, pauses, cursors] = await Promise.all([
    store.applications.listAll(),
    placement.remoteIds(),
    store.crons.list(),
    store.cronPauses.list(),
    store.cronCursors.listAll(),
  ])
  for (const id of remote) memory.followed.delete(id as ApplicationId)
  const local = all.filter(({ id }) => !remote.has(id))
  await rememberRecipes(platform, memory, local)
  const ownOf = Map.groupBy(own, ({ applicationId }) => applicationId)
  const pausesOf = Map.groupBy(pauses, ({ applicationId }) => applicationId)
  for (const application of local) {
    if (signal.aborted) return
    const { id } = application
    const crons =
      isUp(application) && (await hasCrons(platform, application))
        ? mergeCrons({
            applicationId: id,
            recipe: memory.recipes.get(application.liveDeploymentId) as Recipe | undefined,
            own: ownOf.get(id) ?? [],
            pauses: pausesOf.get(id) ?? [],
          })
        : []
    try {
      if (crons.length > 0) await followOne(application, crons)
      else {
        // What is not meant to run misses nothing.
        memory.followed.delete(id)
        if (cursors.has(id)) await store.cronCursors.remove(id)
      }
    } catch (error) {
      onBug(error)
    }
  }

  /** The cursor is stored after what it covers: a crash in between looks again, and finds the records. */
  async function followOne(application: Application, crons: ScheduledCron[]): Promise<void> {
    const { id } = application
    const stored = cursors.get(id)
    const round = planRound({
      now: platform.clock(),
      followedUntil: memory.followed.get(id) ?? stored,
      crons: crons.flatMap((cron) => {
        const times = parseSchedule(cron.schedule)
        return times ? [{ ...cron, times }] : []
      }),
    })
    const cronOf = (wanted: string) => crons.find((cron) => cron.id === wanted)
    for (const missed of round.missed) {
      const cron = cronOf(missed.id)
      if (cron) await recordMissed(platform, application, cron, missed)
    }
    for (const { id: cronId, dueAt } of round.begin) {
      const cron = cronOf(cronId)
      if (cron) await start(application, cron, { cause: 'schedule', requestedBy: '', dueAt })
    }
    // Without a run there is nothing to store: until the next one, nothing can be missed.
    const hasNews = round.begin.length + round.missed.length > 0
    if (stored === undefined || hasNews) await store.cronCursors.put(id, round.followedUntil)
    memory.followed.set(id, round.followedUntil)
  }
}

type RunningApplication = Application & { liveDeploymentId: DeploymentId }

const isUp = (application: Application): application is RunningApplication =>
  application.wanted === 'up' &&
  !application.suspended &&
  application.asleepSince === null &&
  application.liveDeploymentId !== null

async function rememberRecipes(
  { store }: Pick<Platform, 'store'>,
  { recipes }: ScheduleMemory,
  applications: readonly Application[],
): Promise<void> {
  const live = new Set(applications.filter(isUp).map((each) => each.liveDeploymentId))
  for (const id of recipes.keys()) if (!live.has(id)) recipes.delete(id)
  const unknown = [...live].filter((id) => !recipes.has(id))
  for (const [id, { crons, purpose }] of await store.releases.recipesOf(unknown)) {
    recipes.set(id, { ...(crons && { crons }), ...(purpose && { purpose }) })
  }
}

async function recordMissed(
  platform: Platform,
  application: Application,
  cron: ScheduledCron,
  { count, first, last }: MissedTimes,
): Promise<void> {
  const { store, clock } = platform
  const times =
    count === 1 ? '' : ` at ${count} of its times, from ${clockOf(first)} to ${clockOf(last)} UTC`
  const date = clock()
  const run = newRun(
    cron,
    {
      applicationId: application.id,
      cause: 'schedule',
      requestedBy: '',
      dueAt: last,
      serverId: store.claims.serverId,
    },
    {
      startedAt: date,
      endedAt: date,
      slot: '',
      state: 'missed',
      reason: `The platform was not running${times}.`,
    },
  )
  if (await store.cronRuns.add(run)) await recordEnd(platform, run)
}
