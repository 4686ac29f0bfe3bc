import { deploymentActions, deploymentStates } from '#api/answers/states.ts'
import type { ReleaseChanges } from '#platform/hosting/deployments/releases/compare-releases.ts'
import { findGitHost } from '#platform/hosting/git-hosts/host-repository.ts'
import { commitUrl } from '#platform/model/hosting/connected-repositories/commit-url.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** A deployment with its duration and its exact state. */
export const deploymentToWire = (deployment: Deployment, author: User | undefined) => ({
  id: deployment.number,
  uuid: deployment.id,
  date: deployment.createdAt,
  duration: isEnded(deployment) ? deployment.changedAt - deployment.createdAt : null,
  state: deploymentStates[deployment.state],
  phase: deployment.state,
  action: deploymentActions[deployment.action],
  commit: deployment.commit,
  cause: deployment.cause,
  instances: deployment.instances,
  author: deployment.authorId ? { id: deployment.authorId, name: author?.name ?? '' } : null,
})

/** What commits of these deployments say of themselves, by commit. */
export async function commitSummariesOf(
  { store }: Pick<Platform, 'store'>,
  applicationId: ApplicationId,
  deployments: readonly Pick<Deployment, 'commit'>[],
) {
  const commits = new Set(deployments.map(({ commit }) => commit))
  const found = await store.commitSummaries.list(applicationId, [...commits])
  if (found.length === 0) return new Map<string, never>()
  const repository = await store.connectedRepositories.find(applicationId)
  const host = repository && (await findGitHost({ store }, repository.url))
  return new Map(
    found.map(({ commit, author, message, date }) => [
      commit,
      {
        author,
        message,
        date,
        url: repository ? commitUrl(repository.url, commit, host) : null,
      },
    ]),
  )
}

export const changesToWire = ({ isCommitChanged, variables, recipe }: ReleaseChanges) => ({
  commit: isCommitChanged,
  variables,
  recipe,
})
