import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { getApplication } from './find.ts'

type Context = Pick<Platform, 'store'>

const maxDependencies = 100

/** Links an application to another one, so that it gets its exposed variables from the next start on. Idempotent. */
export async function addDependency(
  { store }: Context,
  application: Application,
  dependency: Application,
): Promise<void> {
  if (application.id === dependency.id) {
    throw new Refusal('conflict', `${application.name} cannot be linked to itself.`)
  }
  if (application.ownerId !== dependency.ownerId) {
    throw new Refusal(
      'invalid',
      `${dependency.name} and ${application.name} have different owners. Only applications of the same owner can be linked.`,
    )
  }
  await store.transaction(async (inside) => {
    for (const { id } of [application, dependency]) await getApplication({ store: inside }, id)
    await refuseCycle(inside, application, dependency)
    if ((await inside.dependencies.of(application.id)).length >= maxDependencies) {
      throw new Refusal(
        'conflict',
        `${application.name} already has ${maxDependencies} linked applications. Unlink one first.`,
      )
    }
    await inside.dependencies.add(application.id, dependency.id)
  })
}

export async function removeDependency(
  { store }: Context,
  application: Application,
  dependency: Application,
): Promise<void> {
  if (await store.dependencies.remove(application.id, dependency.id)) return
  throw new Refusal('missing', `${application.name} is not linked to ${dependency.name}.`)
}

/** Dependencies of an application, oldest first. */
export const listDependencies = async ({ store }: Context, { id }: Application) =>
  findAll(store, await store.dependencies.of(id))

/** Applications that depend on this one, oldest first. */
export const listDependents = async ({ store }: Context, { id }: Application) =>
  findAll(store, await store.dependencies.dependentsOf(id))

/** Variables that an application gets from its dependencies. */
export async function variablesOfDependencies(
  platform: Context,
  application: Application,
): Promise<{ dependency: Application; variables: Environment }[]> {
  const dependencies = await listDependencies(platform, application)
  return Promise.all(
    dependencies.map(async (dependency) => ({
      dependency,
      variables: await platform.store.exposedVariables.of(dependency.id),
    })),
  )
}

/** Applications being deleted are left out. */
async function findAll(store: Store, ids: readonly ApplicationId[]): Promise<Application[]> {
  const found = await Promise.all(ids.map((id) => store.applications.find(id)))
  return found.filter((one) => one !== undefined).toSorted((a, b) => a.number - b.number)
}

/** Refuses a dependency cycle: a change would restart the same applications for ever. */
async function refuseCycle(store: Store, application: Application, dependency: Application) {
  const way = await findWay(store, dependency.id, application.id)
  if (!way) return
  const names = await Promise.all(
    [application.id, ...way].map(async (id) => (await store.applications.find(id))?.name ?? id),
  )
  throw new Refusal(
    'conflict',
    `${application.name} cannot be linked to ${dependency.name}: that would be circular (${names.join(' → ')}).`,
  )
}

/** Dependency path between two applications, both ends included. */
async function findWay(
  store: Store,
  from: ApplicationId,
  to: ApplicationId,
): Promise<ApplicationId[] | undefined> {
  const cameFrom = new Map<ApplicationId, ApplicationId | undefined>([[from, undefined]])
  for (const id of cameFrom.keys()) {
    if (id === to) return wayBack(cameFrom, to)
    for (const next of await store.dependencies.of(id)) {
      if (!cameFrom.has(next)) cameFrom.set(next, id)
    }
  }
  return undefined
}

function wayBack(
  cameFrom: ReadonlyMap<ApplicationId, ApplicationId | undefined>,
  end: ApplicationId,
): ApplicationId[] {
  const way: ApplicationId[] = []
  for (let id: ApplicationId | undefined = end; id !== undefined; id = cameFrom.get(id))
    way.unshift(id)
  return way
}
