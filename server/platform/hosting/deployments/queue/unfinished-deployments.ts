import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** The oldest unfinished deployment; newer pushes have cancelled those they superseded. */
export async function nextOf(
  store: Store,
  applicationId: ApplicationId,
): Promise<Deployment | undefined> {
  const unfinished = await store.deployments.listUnfinished()
  return unfinished
    .filter((deployment) => deployment.applicationId === applicationId)
    .toSorted((a, b) => a.number - b.number)[0]
}

/** The newest deployment that has not begun. */
export async function newestQueued(
  store: Store,
  applicationId: ApplicationId,
): Promise<Deployment | undefined> {
  const unfinished = await store.deployments.listUnfinished()
  return unfinished
    .filter((each) => each.applicationId === applicationId && each.state === 'queued')
    .filter(({ attempts }) => attempts === 0)
    .toSorted((a, b) => b.number - a.number)[0]
}

/**
 * Accounts the work counts against: the quota account of the application's owner, and the user who requested its next
 * deployment.
 */
export async function accountsOf(store: Store, applicationId: ApplicationId): Promise<string[]> {
  const application = await store.applications.find(applicationId)
  const next = await nextOf(store, applicationId)
  const account = application && (await quotaAccountOf(store, application.ownerId))
  return [...new Set([account, next?.authorId])].flatMap((each) => (each ? [each] : []))
}
