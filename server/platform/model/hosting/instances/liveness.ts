import type { Worker } from '#kit/concurrency/worker.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { Instance } from './instance.ts'

/** Checks serving instances of applications that want it, and restarts those that stop answering. */
export interface Liveness extends Pick<Worker, 'begin' | 'close'> {
  /** Starts checking a serving instance, if its application wants it. */
  watch(instance: Instance): void
  /** Stops checking it. */
  forget(instanceId: InstanceId): void
  /** Whether visitors are kept away from it, because it does not answer. */
  isOut(instanceId: InstanceId): boolean
}

/** The instances that visitors are sent to: without those that do not answer, unless none would be left. */
export function inRotation(
  liveness: Pick<Liveness, 'isOut'> | undefined,
  instances: readonly Instance[],
): readonly Instance[] {
  const answering = instances.filter(({ id }) => !liveness?.isOut(id))
  return answering.length > 0 ? answering : instances
}
