import { recordEnded } from '#platform/hosting/deployments/reconcile/record-ended.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'

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
    await recordEnded(inside, application, {
      action: 'deploy',
      cause,
      commit,
      instances: 1,
      begunAt: date,
      endedAt: clock(),
      failure,
    })
  })
}
