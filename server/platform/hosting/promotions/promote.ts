import { getApplication } from '#platform/hosting/applications/find.ts'
import { currentVariables } from '#platform/hosting/applications/gather-environment.ts'
import {
  type DeploymentRequest,
  requestDeployment,
} from '#platform/hosting/deployments/queue/requests.ts'
import {
  type DifferingVariables,
  differingVariables,
} from '#platform/hosting/deployments/releases/differing-variables.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { refuseUnequal } from './refuse-unequal.ts'

export interface WantedPromotion {
  from: Application
  to: Application
  /** Number of the release; the live one when absent. */
  number?: number | undefined
}

/** What a promotion would do. */
export interface PromotionPlan {
  release: Release
  variables: DifferingVariables
}

/** Chooses the release and compares the variables; refuses what cannot be promoted. */
export async function planPromotion(
  platform: Platform,
  { from, to, number }: WantedPromotion,
): Promise<PromotionPlan> {
  refuseUnequal(from, to)
  await refuseElsewhere(platform, from)
  const preview = await platform.store.previews.findByApplication(from.id)
  if (preview?.isIsolated) {
    throw new Refusal(
      'conflict',
      `${from.name} is the preview of a fork, and was built by commands of somebody else. Merge the request, and deploy that.`,
    )
  }
  const release = await findRelease(platform, from, number)
  if (!(await platform.engine.holds(release.artifact))) {
    throw new Refusal(
      'conflict',
      `The artifact of release ${release.number} of ${from.name} is no longer kept. Deploy ${from.name} again, and promote the new release.`,
      { hint: '`berth releases` shows which are kept.' },
    )
  }
  const variables = differingVariables(release, await currentVariables(platform, to))
  return { release, variables }
}

export interface PromotionRequest
  extends WantedPromotion,
    Pick<DeploymentRequest, 'authorId' | 'admit'> {
  /** Although values that are part of the artifact are others here. */
  keepsVariables?: boolean
}

/** Queues a deployment of the artifact of a release of another application, with the variables of this one. */
export async function promote(
  platform: Platform,
  { authorId, admit, keepsVariables = false, ...wanted }: PromotionRequest,
): Promise<Deployment> {
  const { from, to } = wanted
  const { release, variables } = await planPromotion(platform, wanted)
  if (variables.baked.length > 0 && !keepsVariables) throw bakedRefusal(wanted, variables.baked)
  const { commit, number, deploymentId } = release
  await platform.repositories.copyCommit(from.id, to.id, commit)
  const { commitSummaries, deploymentCommits } = platform.store
  const summary = await commitSummaries.find(from.id, commit)
  const branch = (await deploymentCommits.branchOf(from.id, commit)) ?? null
  return requestDeployment(platform, to, {
    commit,
    branch,
    cause: `Promotion of release ${number} of ${from.name}`,
    authorId,
    artifactOf: deploymentId,
    origin: { applicationId: from.id, name: from.name, number },
    admit: async (inside) => {
      // From here on its deletion waits until the artifact is copied.
      await getApplication({ store: inside }, from.id)
      await admit?.(inside)
      if (summary) await inside.commitSummaries.put(to.id, summary)
    },
  })
}

async function findRelease(
  { store }: Platform,
  { id, name, liveDeploymentId }: Application,
  number: number | undefined,
): Promise<Release> {
  const releases = await store.releases.listOf(id)
  for (const release of releases) {
    const isMeant =
      number === undefined ? release.deploymentId === liveDeploymentId : release.number === number
    if (!isMeant) continue
    const deployment = await store.deployments.find(release.deploymentId)
    // A task is stopped after its success.
    if (deployment?.state === 'live' || deployment?.state === 'stopped') return release
  }
  if (number === undefined) {
    throw new Refusal('conflict', `${name} has no live release to promote: deploy it first.`)
  }
  throw new Refusal(
    'missing',
    `There is no release ${number} of ${name} that was live, or it is no longer on record.`,
  )
}

/** An artifact of the process engine is on the disk of one server. */
async function refuseElsewhere(
  { placement, engine }: Platform,
  { id, name }: Application,
): Promise<void> {
  if (engine.cluster || (await placement.isLocal(id))) return
  throw new Refusal(
    'conflict',
    `${name} is assigned to another server of this platform, and what was built for it is on the disk of that one.`,
    { hint: 'Push its commit, so that it is built again.' },
  )
}

function bakedRefusal({ from, to }: WantedPromotion, names: readonly string[]): Refusal {
  const listed = names.join(', ')
  return new Refusal(
    'conflict',
    `The build of ${from.name} has put values into the artifact that differ in ${to.name}: ${listed}. ${to.name} would run with those of ${from.name}.`,
    {
      hint: `Give both the same values, push the commit to ${to.name} so that it is built there, or promote it as it is: berth promote --keep-variables`,
    },
  )
}
