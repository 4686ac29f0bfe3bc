import { getApplication } from '#platform/hosting/applications/find.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { deploymentQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import { permitApplication } from '#platform/identity/access/permit.ts'
import { refuseEnded } from '#platform/identity/access/watch-credential.ts'
import { beginAction, recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { RepositoryRequest } from '#platform/model/hosting/deployments/repositories.ts'
import { type Domain, mainDomain } from '#platform/model/hosting/domain.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { requestDeployment } from './queue/requests.ts'

const pushAction = 'application.push'

/** The application, if the caller may read or push its repository; the attempt of a member to push without a right is audited. */
export async function permitRepository(
  platform: Platform,
  { caller, applicationId, intent, from }: RepositoryRequest,
): Promise<Application> {
  // An SSH connection outlives the key that opened it.
  await refuseEnded(platform, caller)
  if (intent === 'read') return permitApplication(platform, caller, 'see', applicationId)
  try {
    return await permitApplication(platform, caller, 'operate', applicationId)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'forbidden') {
      const { ownerId } = await getApplication(platform, applicationId)
      const refused = { ownerId, target: applicationId, outcome: 'refused', from } as const
      await recordAction(platform, caller, { ...refused, action: pushAction })
    }
    throw error
  }
}

/** A commit that was stored in a repository to be deployed. */
export interface StoredPush {
  applicationId: ApplicationId
  commit: string
  caller: Caller
  /** Client address. */
  from: string
}

export interface PushResult {
  application: Application
  deployment: Deployment
}

/** With the domain at which visitors find the new version, if there is one. */
export interface ReceivedPush extends PushResult {
  domain: Domain | undefined
}

/**
 * Queues the deployment of a push, with an entry in the audit log. A push takes as long as its client likes, so access
 * is checked again.
 */
export async function receiveAuditedPush(
  platform: Platform,
  push: StoredPush,
): Promise<ReceivedPush> {
  const { applicationId, commit, caller, from } = push
  await refuseEnded(platform, caller)
  const { ownerId } = await permitApplication(platform, caller, 'operate', applicationId)
  const target = `${applicationId} ${commit}`
  const settle = await beginAction(platform, caller, { ownerId, action: pushAction, target, from })
  try {
    const received = await receivePush(platform, push)
    await settle({ outcome: 'done' })
    return { ...received, domain: mainDomain(await platform.store.domains.listOf(applicationId)) }
  } catch (error) {
    if (error instanceof Refusal) await settle({ outcome: 'failed' })
    throw error
  }
}

/** Queues the deployment of an accepted push. */
export async function receivePush(
  platform: Platform,
  { applicationId, commit, caller }: Omit<StoredPush, 'from'>,
): Promise<PushResult> {
  const application = await getApplication(platform, applicationId)
  const deployment = await requestDeployment(platform, application, {
    commit,
    branch: application.branch,
    cause: 'Git',
    authorId: caller.userId,
    admit: await deploymentQuota(platform, application),
  })
  return { application, deployment }
}
