import type { RunningInstance } from '#platform/hosting/deployments/instances/instances.ts'
import type { Replacement } from '#platform/hosting/deployments/instances/scale-plan.ts'
import { reroute } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { drain } from './drain.ts'
import { checkInstances, type ReleaseStart, startInstances } from './rollout.ts'

/** Replaces instances one after the other: each stops once its successor is healthy and serves. */
export async function replaceEach(
  platform: Platform,
  rollout: ReleaseStart,
  replacements: readonly Replacement<Instance>[],
): Promise<RunningInstance[]> {
  const successors: RunningInstance[] = []
  for (const { number, replaced } of replacements) {
    await using undo = new AsyncDisposableStack()
    const instances: RunningInstance[] = []
    await startInstances(platform, rollout, { instances, undo }, [number])
    await checkInstances(platform, rollout, instances)
    await platform.store.transaction(async (inside) => {
      for (const { id } of instances) await inside.instances.update(id, { state: 'up' })
      await inside.instances.update(replaced.id, { state: 'stopping' })
    })
    undo.move()
    for (const { id } of instances) platform.supervision.keep(id)
    successors.push(...instances)
    await reroute(platform, rollout.application.id)
    await drain(platform, [replaced], rollout.signal)
  }
  return successors
}
