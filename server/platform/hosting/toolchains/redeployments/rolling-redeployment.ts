import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type {
  RedeploymentItem,
  RedeploymentItemState,
  RollingRedeployment,
} from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

export type RedeploymentLimits = Pick<RollingRedeployment, 'concurrency' | 'maxFailures'>

/** Begins to deploy all applications that would get another tool; what each would get is found out on the way. */
export async function beginRedeployment(
  platform: Pick<Platform, 'store' | 'clock' | 'outdatedApplications' | 'redeploymentWorker'>,
  createdBy: UserId,
  limits: RedeploymentLimits,
): Promise<RollingRedeployment> {
  const { store, clock, outdatedApplications, redeploymentWorker } = platform
  const outdated = await outdatedApplications.list()
  const redeployment: RollingRedeployment = {
    id: newId('redeployment'),
    state: 'running',
    ...limits,
    createdBy,
    createdAt: clock(),
    endedAt: null,
  }
  await store.transaction(async ({ rollingRedeployments }) => {
    if ((await rollingRedeployments.find())?.state === 'running')
      throw new Refusal('conflict', 'Applications are being deployed again already.', {
        hint: 'Wait for the end, or stop it.',
      })
    const ids = outdated.map(({ application }) => application.id)
    await rollingRedeployments.replace(redeployment, ids)
  })
  redeploymentWorker.wake()
  return redeployment
}

/** No further application begins; deployments that have begun go on. Nothing changes when it has ended already. */
export async function stopRedeployment({ store, clock }: Pick<Platform, 'store' | 'clock'>) {
  const redeployment = await store.rollingRedeployments.find()
  if (redeployment) await store.rollingRedeployments.end(redeployment.id, 'stopped', clock())
}

export interface RedeploymentProgress extends RollingRedeployment {
  counts: ReadonlyMap<RedeploymentItemState, number>
  /** Applications that have failed, and then those that are being deployed; not all when they are many. */
  shown: readonly RedeploymentItem[]
}

const maxShown = 50

/** How far the newest one is. */
export async function readRedeployment({
  store,
}: Pick<Platform, 'store'>): Promise<RedeploymentProgress | undefined> {
  const { rollingRedeployments } = store
  const redeployment = await rollingRedeployments.find()
  if (!redeployment) return undefined
  const { id } = redeployment
  const [counts, shown] = await Promise.all([
    rollingRedeployments.countItems(id),
    rollingRedeployments.listItems(id, { states: ['failed', 'deploying'], limit: maxShown }),
  ])
  return { ...redeployment, counts, shown }
}
