import type { Platform } from '#platform/hosting/platform.ts'
import { wouldImprove } from '#platform/model/hosting/toolchains/outdated.ts'
import type {
  RedeploymentItem,
  RedeploymentItemState,
  RollingRedeployment,
} from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import { isStoreUnavailable } from '#platform/model/store-unavailable.ts'

/** Milliseconds of planning in one round, after which deployments are looked at again. */
const budget = 1000
const page = 100
/** A server that is away does not plan its applications. */
const planTimeout = 6 * 3_600_000

const same = 'A deployment would get the same tools.'
const gone = 'It does not run any more, or its tools are up to date.'
const broken = 'It could not be planned; the log of the server says why.'
const late = 'The server that it lives on has not planned it.'

/** Finds out of the applications that live here whether a deployment would get another tool. */
export async function planItems(
  platform: Platform,
  { id, createdAt }: RollingRedeployment,
  { signal, onBug }: { signal: AbortSignal; onBug: (error: unknown) => void },
): Promise<void> {
  const { store, placement, monotonic, times } = platform
  const begun = monotonic()
  const remote = await placement.remoteIds()
  const unplanned = await store.rollingRedeployments.listItems(id, { states: ['unplanned'] })
  const isLate = times.since(id, createdAt) > planTimeout
  const local = unplanned.filter(({ applicationId }) => isLate || !remote.has(applicationId))
  for (const item of local.slice(0, page)) {
    if (signal.aborted || monotonic() - begun > budget) return
    if (remote.has(item.applicationId)) await decide(platform, item, 'failed', late)
    else await planItem(platform, item, onBug)
  }
}

async function planItem(
  platform: Platform,
  item: RedeploymentItem,
  onBug: (error: unknown) => void,
): Promise<void> {
  const { store, outdatedApplications } = platform
  const application = await store.applications.find(item.applicationId)
  const outdated = application && (await outdatedApplications.find(application))
  if (!outdated) return decide(platform, item, 'skipped', gone)
  const planned = await outdatedApplications.plan(outdated).catch((error) => {
    if (isStoreUnavailable(error)) throw error
    onBug(error)
    return undefined
  })
  // One whose repository is broken, say, must not hold up the others.
  if (!planned) return decide(platform, item, 'failed', broken)
  const isBetter = wouldImprove(planned)
  return isBetter ? decide(platform, item, 'waiting') : decide(platform, item, 'skipped', same)
}

async function decide(
  { store, clock }: Platform,
  item: RedeploymentItem,
  to: RedeploymentItemState,
  reason: string | null = null,
): Promise<void> {
  const endedAt = to === 'waiting' ? null : clock()
  await store.rollingRedeployments.enterItem(item, { from: 'unplanned', to }, { endedAt, reason })
}
