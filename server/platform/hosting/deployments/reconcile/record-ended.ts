import { newId } from '#kit/text/ids.ts'
import { enterState } from '#platform/events/deployment-events.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Store } from '#platform/model/store.ts'

/** Something that the platform did to the instances of an application by itself. */
export interface EndedWork extends Pick<Deployment, 'action' | 'cause' | 'commit' | 'instances'> {
  begunAt: number
  endedAt: number
  /** Why it failed; absent when it did not. */
  failure?: string | undefined
}

/** Adds it to the activity, inside a transaction: a deployment that has ended, with its cause. */
export async function recordEnded(
  store: Store,
  { id }: Pick<Application, 'id'>,
  { begunAt, endedAt, failure, ...work }: EndedWork,
): Promise<Deployment> {
  const deployment = await store.deployments.add({
    ...work,
    id: newId('deployment'),
    applicationId: id,
    state: work.action === 'stop' ? 'queued' : 'starting',
    authorId: '',
    createdAt: begunAt,
    changedAt: begunAt,
    withoutCache: false,
    attempts: 1,
    cancelRequested: false,
    failure: null,
  })
  const succeeded = work.action === 'stop' ? 'stopped' : 'live'
  await enterState(store, deployment, {
    from: deployment.state,
    to: failure ? 'failed' : succeeded,
    date: endedAt,
    ...(failure && { failure }),
  })
  return deployment
}
