import { getApplication } from '#platform/hosting/applications/find.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { refuseUnequal } from './refuse-unequal.ts'

type Context = Pick<Platform, 'store'>

/** Where releases of an application go, and whose it takes. */
export interface PromotionWays {
  /** A preview has the application that it is of, unless it names another. */
  target: Application | undefined
  sources: Application[]
}

/** Names the application that takes the releases of this one. */
export async function setPromotionTarget(
  { store }: Context,
  application: Application,
  target: Application,
): Promise<void> {
  refuseUnequal(application, target)
  await store.transaction(async (inside) => {
    for (const { id } of [application, target]) await getApplication({ store: inside }, id)
    if (await leadsTo(inside, target.id, application.id)) {
      throw new Refusal(
        'conflict',
        `Releases of ${target.name} go to ${application.name} already: they cannot go both ways.`,
      )
    }
    await inside.promotionTargets.set(application.id, target.id)
  })
}

export async function removePromotionTarget(
  { store }: Context,
  { id, name }: Application,
): Promise<void> {
  if (await store.promotionTargets.remove(id)) return
  throw new Refusal('missing', `${name} has no promotion target.`)
}

export async function promotionWays(
  { store }: Context,
  { id, previewOf }: Application,
): Promise<PromotionWays> {
  const targetId = (await store.promotionTargets.of(id)) ?? previewOf ?? undefined
  const ids = await store.promotionTargets.sourcesOf(id)
  const sources = await Promise.all(ids.map((each) => store.applications.find(each)))
  return {
    target: targetId && (await store.applications.find(targetId)),
    sources: sources.filter((each) => each !== undefined),
  }
}

/** Follows the targets; each application has one, so the way is short or goes in a circle that was refused. */
async function leadsTo(
  { promotionTargets }: Pick<Store, 'promotionTargets'>,
  from: ApplicationId,
  to: ApplicationId,
): Promise<boolean> {
  const seen = new Set<ApplicationId>()
  for (
    let at: ApplicationId | undefined = from;
    at && !seen.has(at);
    at = await promotionTargets.of(at)
  ) {
    if (at === to) return true
    seen.add(at)
  }
  return false
}
