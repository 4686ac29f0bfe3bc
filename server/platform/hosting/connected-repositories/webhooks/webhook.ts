import { newSecret } from '#kit/text/ids.ts'
import { getConnectedRepository } from '#platform/hosting/connected-repositories/connect.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { RepositoryWebhook } from '#platform/model/hosting/connected-repositories/repository-delivery.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

type Context = Pick<Platform, 'store' | 'clock'>

/** What a connected repository's host signs with; made when it is asked for first. */
export async function getRepositoryWebhook(
  platform: Context,
  applicationId: ApplicationId,
): Promise<RepositoryWebhook> {
  await getConnectedRepository(platform, applicationId)
  return platform.store.transaction(async (store) => {
    const found = await store.repositoryWebhooks.find(applicationId)
    return found ?? renewRepositoryWebhook({ ...platform, store }, applicationId)
  })
}

/** Gives it another secret; calls that are signed with the one before are refused from now on. */
export async function renewRepositoryWebhook(
  { store, clock }: Context,
  applicationId: ApplicationId,
): Promise<RepositoryWebhook> {
  await getConnectedRepository({ store }, applicationId)
  const webhook = { applicationId, secret: newSecret(), createdAt: clock() }
  await store.repositoryWebhooks.put(webhook)
  return webhook
}
