import { releaseChanges } from '#api/answers/hosting/deployments.ts'
import { releaseList } from '#api/answers/hosting/releases.ts'
import { deploymentOutcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { count, readQuery } from '#api/http/query.ts'
import { done } from '#api/http/response.ts'
import { commitSummariesOf } from '#api/v2/commit-summaries.ts'
import {
  compareByNumber,
  listReleases,
  type ReleaseState,
} from '#platform/hosting/deployments/releases/releases.ts'
import { requestRollback } from '#platform/hosting/deployments/releases/rollback.ts'
import { deploymentQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { changesToWire } from './deployments/deployment-record.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId'
const rollbackParameters = { release: count }
const changesParameters = { from: count, to: count }

/** `registry.example/name:tag` with the digest behind it. */
function imageOf({ dockerfile }: Recipe): string | null {
  if (!dockerfile?.image) return null
  const { reference, digest } = dockerfile.image
  return digest === undefined || reference.includes('@') ? reference : `${reference}@${digest}`
}

const states = {
  live: 'LIVE',
  kept: 'KEPT',
  'artifact-gone': 'ARTIFACT_GONE',
} as const satisfies Record<ReleaseState, string>

export const getReleases = endpoint({
  method: 'GET',
  path: `${path}/releases`,
  // As the variables of an application, because it names them.
  access: { on: 'application', may: 'operate' },
  summary:
    'Lists the releases of an application that were live, newest first, with what changed since the one before; variables by name only',
  answer: releaseList,
  async handle({ platform, application }) {
    const releases = await listReleases(platform, application)
    const deployments = releases.map(({ deployment }) => deployment)
    const commits = await commitSummariesOf(platform, application.id, deployments)
    return Promise.all(
      releases.map(async ({ release, deployment, state, changes }) => {
        const { authorId } = deployment
        const author = authorId ? await platform.store.users.find(authorId) : undefined
        return {
          number: release.number,
          deploymentId: release.deploymentId,
          date: deployment.changedAt,
          commit: release.commit,
          image: imageOf(release.recipe),
          cause: deployment.cause,
          author: { id: authorId, name: author?.name ?? '' },
          commitSummary: commits.get(release.commit) ?? null,
          state: states[state],
          origin: release.origin ?? null,
          changes: changesToWire(changes),
        }
      }),
    )
  },
})

export const getReleaseChanges = endpoint({
  method: 'GET',
  path: `${path}/releases/changes`,
  // As the list.
  access: { on: 'application', may: 'operate' },
  summary:
    'Shows what differs between two releases that were live, by their numbers in `from` and `to`; variables by name only',
  answer: releaseChanges,
  query: changesParameters,
  async handle({ platform, application, query }) {
    const { from, to } = readQuery(query, changesParameters)
    if (from === undefined || to === undefined) {
      throw new Refusal('invalid', 'Say which releases to compare: `from` and `to`.')
    }
    return changesToWire(await compareByNumber(platform, application, { from, to }))
  },
})

export const postRollback = endpoint({
  method: 'POST',
  path: `${path}/rollback`,
  access: { on: 'application', may: 'operate' },
  action: 'application.rollback',
  summary:
    'Starts a release again, without a build if its artifact is kept; by default the one before the live one',
  query: rollbackParameters,
  answer: deploymentOutcome,
  async handle({ platform, application, caller, query }) {
    const { release } = readQuery(query, rollbackParameters)
    const deployment = await requestRollback(platform, application, {
      ...(release !== undefined && { number: release }),
      authorId: caller.userId,
      admit: await deploymentQuota(platform, application),
    })
    return done(`${deployment.cause} is queued as deployment ${deployment.number}.`, {
      deploymentId: deployment.id,
    })
  },
})
