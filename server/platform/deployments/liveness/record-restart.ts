import { newId } from '#kit/text/ids.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import { enterState } from '#platform/events/deployment-events.ts'
import type { Platform } from '#platform/platform.ts'

/** A restart of an instance by the platform. */
export interface InstanceRestart {
  instance: Instance
  commit: string
  /** Why, in a few words. */
  cause: string
  /** When it was decided. */
  date: number
  /** Why the instance does not serve again; absent when it does. */
  failure?: string
}

/** Adds a restart to the activity of an application: a deployment that has ended, with its cause. */
export async function recordRestart(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { instance, commit, cause, date, failure }: InstanceRestart,
): Promise<void> {
  await store.transaction(async (inside) => {
    const application = await inside.applications.find(instance.applicationId)
    if (!application || application.wanted === 'gone') return
    const deployment = await inside.deployments.add({
      id: newId('deployment'),
      applicationId: application.id,
      action: 'deploy',
      state: 'starting',
      cause,
      commit,
      instances: 1,
      authorId: '',
      createdAt: date,
      changedAt: date,
      withoutCache: false,
      attempts: 1,
      cancelRequested: false,
      failure: null,
    })
    await enterState(inside, deployment, {
      from: 'starting',
      to: failure ? 'failed' : 'live',
      date: clock(),
      ...(failure && { failure }),
    })
  })
}
