import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { deploymentQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import type { Preview, PreviewChange } from '#platform/model/hosting/previews/preview.ts'
import type { Store } from '#platform/model/store.ts'
import { OutdatedPreviewError } from './outdated-preview.ts'

/**
 * Fetches the source of a preview from the repository that its parent is connected to, and deploys it. A parent that
 * is pushed to has none: then the preview is pushed to as well.
 */
export async function deploySource(
  platform: Platform,
  preview: Preview,
  application: Application,
  signal: AbortSignal,
): Promise<void> {
  const { store, remoteRepositories } = platform
  const repository = await store.connectedRepositories.find(preview.parentId)
  const settled: PreviewChange = {
    state: 'ready',
    isOutdated: false,
    lastError: '',
    attempts: 0,
    dueAt: platform.clock(),
  }
  if (!repository) return store.transaction((inside) => settle(inside, preview, settled))
  const commit = await fetchSource(platform, { preview, application, repository, signal })
  const admit = await deploymentQuota(platform, application)
  await requestDeployment(platform, application, {
    commit,
    branch: preview.source.branch,
    cause: 'Preview',
    authorId: preview.approvedBy ?? preview.createdBy,
    // In the transaction of the deployment, so that a crash neither loses nor repeats it.
    async admit(inside) {
      await admit(inside)
      await settle(inside, preview, { ...settled, commit })
    },
  })
  await remoteRepositories.setBranch(application.id, application.branch, commit)
}

/** Nothing is settled for a preview that was changed meanwhile. */
async function settle(store: Store, preview: Preview, change: PreviewChange): Promise<void> {
  const current = await store.previews.find(preview.id)
  const isSame = current?.updatedAt === preview.updatedAt
  if (!isSame || !(await store.previews.change(preview.id, ['creating', 'ready'], change))) {
    throw new OutdatedPreviewError()
  }
}

interface Fetch {
  preview: Preview
  application: Application
  repository: ConnectedRepository
  signal: AbortSignal
}

/** The commit to deploy: exactly the wanted one, as far as the source has it. */
async function fetchSource(
  { store, remoteRepositories, repositories }: Platform,
  { preview: { source, commit }, application: { id }, repository, signal }: Fetch,
): Promise<string> {
  const ref = source.kind === 'branch' ? `refs/heads/${source.branch}` : source.ref
  const summary = await remoteRepositories.fetch(id, repository, ref, signal)
  await store.commitSummaries.put(id, summary)
  if (commit === null || commit === summary.commit) return summary.commit
  if (await repositories.has(id, commit)) return commit
  throw new RemoteRepositoryError(`${source.branch} has no commit ${commit.slice(0, 7)} any more.`)
}
