import type { ProgressEvent } from '#platform/model/events/event.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { DeploymentId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { actionNames, stateNames } from './deployment-events.ts'

/** The change of a deployment's state, as followers of events get it. */
export async function progressOf(
  store: Pick<Store, 'applications'>,
  deployment: Deployment,
): Promise<ProgressEvent | undefined> {
  const application = await store.applications.find(deployment.applicationId)
  if (!application) return undefined
  const { id, name, ownerId } = application
  return {
    ownerId,
    date: deployment.changedAt,
    name: 'DEPLOYMENT_STATE_CHANGE',
    subjectId: id,
    visibility: 'see',
    data: {
      id,
      appId: id,
      name,
      ownerId,
      uuid: deployment.id,
      number: deployment.number,
      state: isEnded(deployment) ? stateNames[deployment.state] : 'WIP',
      phase: deployment.state,
      action: actionNames[deployment.action],
    },
  }
}

/** Watches all deployments for changes of their states. */
export interface DeploymentWatch {
  /** Resolves once later changes are noticed. */
  started: Promise<void>
  stop(): void
}

/** Publishes each change of a deployment: one query per write, whoever made it; quick changes may become one. */
export function watchDeployments(
  store: Store,
  publish: (progress: ProgressEvent) => void,
  onBug: (error: unknown) => void,
): DeploymentWatch {
  let known: ReadonlyMap<DeploymentId, string> | undefined
  let isLooking = false
  let isDue = false
  let isStopped = false

  const lookOnce = async () => {
    const unfinished = await store.deployments.listUnfinished()
    const before = known
    known = new Map(unfinished.map((deployment) => [deployment.id, markOf(deployment)]))
    if (!before) return
    const ended = [...before.keys()].filter((id) => !known?.has(id))
    const others = await Promise.all(ended.map((id) => store.deployments.find(id)))
    const changed = unfinished.filter((each) => before.get(each.id) !== markOf(each))
    for (const deployment of [...others, ...changed]) {
      const progress = deployment && (await progressOf(store, deployment))
      if (progress && !isStopped) publish(progress)
    }
  }
  const look = async () => {
    isDue = true
    if (isLooking) return
    isLooking = true
    try {
      while (isDue && !isStopped) {
        isDue = false
        await lookOnce()
      }
    } catch (error) {
      if (!isStopped) onBug(error)
    } finally {
      isLooking = false
    }
  }
  const stopWatching = store.watch('deployments', () => void look())
  return {
    started: look(),
    stop() {
      isStopped = true
      stopWatching()
    },
  }
}

/** What a follower would want to see changed. */
const markOf = ({ state, plannedAt, changedAt }: Deployment): string =>
  `${state} ${changedAt} ${plannedAt ?? ''}`
