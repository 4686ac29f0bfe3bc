import { findGitHost } from '#platform/hosting/git-hosts/host-repository.ts'
import { commitUrl } from '#platform/model/hosting/connected-repositories/commit-url.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** What commits of these deployments say of themselves, by commit. */
export async function commitSummariesOf(
  { store }: Pick<Platform, 'store'>,
  applicationId: ApplicationId,
  deployments: readonly Pick<Deployment, 'commit'>[],
) {
  const commits = new Set(deployments.map(({ commit }) => commit))
  const found = await store.commitSummaries.list(applicationId, [...commits])
  if (found.length === 0) return new Map<string, never>()
  const urlOf = await commitUrlsOf({ store }, applicationId)
  return new Map(
    found.map(({ commit, author, message, date }) => [
      commit,
      { author, message, date, url: urlOf(commit) },
    ]),
  )
}

/** Pages of commits at the host of the connected repository; `null` without one. */
export async function commitUrlsOf(
  { store }: Pick<Platform, 'store'>,
  applicationId: ApplicationId,
): Promise<(commit: string) => string | null> {
  const repository = await store.connectedRepositories.find(applicationId)
  const host = repository && (await findGitHost({ store }, repository.url))
  return (commit) => (repository ? commitUrl(repository.url, commit, host) : null)
}
