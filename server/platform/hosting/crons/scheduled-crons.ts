import { stableUuid } from '#kit/text/ids.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Cron, CronId, CronPause } from '#platform/model/hosting/crons/cron.ts'
import { defaultCronTimeout } from '#platform/model/hosting/crons/cron-limits.ts'
import type { ScheduledCron } from '#platform/model/hosting/crons/scheduled-cron.ts'
import { shortText } from '#platform/model/hosting/recipe/describe-recipe.ts'
import type { Recipe, Cron as RecipeCron } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** What the tasks of an application are made from. */
export interface CronSources {
  applicationId: ApplicationId
  /** Of the live release. */
  recipe: Recipe | undefined
  own: readonly Cron[]
  pauses: readonly CronPause[]
}

/** The tasks of an application: those of its live release in the order of `cron.json`, then its own by name. */
export function mergeCrons({ applicationId, recipe, own, pauses }: CronSources): ScheduledCron[] {
  const written = recipe?.purpose === 'task' ? [] : (recipe?.crons ?? [])
  const known = new Set<CronId>()
  const all: Omit<ScheduledCron, 'isPaused'>[] = []
  for (const cron of written) {
    const id = idOf(applicationId, cron, known)
    known.add(id)
    all.push({ ...fromRepository(cron), id })
  }
  all.push(...own.map(fromOwner))
  return all.map((cron) => {
    const pause = pauses.find(({ cronId }) => cronId === cron.id)
    const since = Math.max(cron.since, pause?.resumedAt ?? 0)
    return { ...cron, since, isPaused: pause !== undefined && pause.resumedAt === null }
  })
}

/** A task keeps its history while its name stays, or its line if it has none. */
function idOf(applicationId: ApplicationId, cron: RecipeCron, known: ReadonlySet<CronId>): CronId {
  const { name, schedule, command } = cron
  const identity = name === undefined ? [schedule, ...command] : [name]
  for (let copy = 0; ; copy++) {
    const id: CronId = `cron_${stableUuid(JSON.stringify([applicationId, copy, ...identity]))}`
    if (!known.has(id)) return id
  }
}

function fromRepository({ name, schedule, command, where, timeout }: RecipeCron) {
  return {
    source: 'cron.json',
    name: name ?? shortText(command),
    schedule,
    line: (command.at(-1) ?? '').replace(/^export ROOT="\$PWD"\n/, ''),
    command,
    where,
    timeout: timeout ?? defaultCronTimeout,
    since: 0,
  } as const
}

/** As for lines of `cron.json`, ROOT is the application's folder. */
const enter = 'cd -- "./$APP_FOLDER" && export ROOT="$PWD" && exec /bin/sh -c "$1"'

function fromOwner({ id, name, schedule, command, where, timeout, createdAt }: Cron) {
  return {
    id,
    source: 'own',
    name,
    schedule,
    line: command,
    command: ['sh', '-c', enter, 'sh', command] as [string, ...string[]],
    where,
    timeout,
    since: createdAt,
  } as const
}

/** All tasks of one application. */
export async function scheduledCrons(
  { store }: Pick<Platform, 'store'>,
  { id, liveDeploymentId }: Pick<Application, 'id' | 'liveDeploymentId'>,
): Promise<ScheduledCron[]> {
  const [recipes, own, pauses] = await Promise.all([
    store.releases.recipesOf(liveDeploymentId ? [liveDeploymentId] : []),
    store.crons.list(id),
    store.cronPauses.list(id),
  ])
  const recipe = liveDeploymentId ? recipes.get(liveDeploymentId) : undefined
  return mergeCrons({ applicationId: id, recipe, own, pauses })
}
