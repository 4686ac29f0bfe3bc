import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { compareReleases, type ReleaseChanges } from './compare-releases.ts'

/** `live`; `kept`: it starts again without a build; `artifact-gone`: it has to be built again. */
export type ReleaseState = 'live' | 'kept' | 'artifact-gone'

/** A release that was live, as it is listed. */
export interface ReleaseSummary {
  release: Release
  /** The deployment that made it live. */
  deployment: Deployment
  state: ReleaseState
  changes: ReleaseChanges
}

/** A release with the deployment that made it live. */
export type LiveRelease = Pick<ReleaseSummary, 'release' | 'deployment'>

/** The releases of an application that were live, newest first. */
export async function listReleases(
  { store, engine }: Pick<Platform, 'store' | 'engine'>,
  { id, liveDeploymentId }: Application,
): Promise<ReleaseSummary[]> {
  const releases = await releasesThatWereLive(store, id)
  return Promise.all(
    releases.map(async ({ release, deployment }, index) => {
      const isHeld = await engine.holds(release.artifact)
      const isLive = release.deploymentId === liveDeploymentId
      const state = isLive ? 'live' : isHeld ? 'kept' : 'artifact-gone'
      const changes = compareReleases(release, releases[index + 1]?.release)
      return { release, deployment, state, changes }
    }),
  )
}

/** Those whose deployment succeeded, newest first. */
export async function releasesThatWereLive(
  store: Pick<Store, 'releases' | 'deployments'>,
  applicationId: Application['id'],
): Promise<LiveRelease[]> {
  const found = await Promise.all(
    (await store.releases.listOf(applicationId)).map(async (release) => {
      const deployment = await store.deployments.find(release.deploymentId)
      return deployment?.state === 'live' ? [{ release, deployment }] : []
    }),
  )
  return found.flat()
}

/** What changed from one release of an application to another, by their numbers. */
export async function compareByNumber(
  { store }: Pick<Platform, 'store'>,
  { id, name }: Application,
  { from, to }: { from: number; to: number },
): Promise<ReleaseChanges> {
  const releases = await releasesThatWereLive(store, id)
  const find = (number: number) => {
    const found = releases.find(({ release }) => release.number === number)
    if (found) return found.release
    throw new Refusal(
      'missing',
      `There is no release ${number} of ${name}, or it is no longer kept.`,
    )
  }
  const before = find(from)
  return compareReleases(find(to), before)
}
