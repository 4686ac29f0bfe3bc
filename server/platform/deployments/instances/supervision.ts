import type { InstanceWatcher } from '#platform/deployments/engine.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { InstanceId } from '#platform/ids.ts'

/** How an instance has ended. */
export interface InstanceEnd {
  code: number
  /** A word about why when the engine knows: `out of memory`. */
  cause?: string
  sentence: string
  /** How often its command has ended since the instance was made. */
  exits: number
  /** What the command wrote last before it ended, oldest first. */
  lastLines: readonly string[]
}

/** Listens to instances: keeps what they write, and starts them again, with back-off, when they crash. */
export interface Supervision {
  readonly watcher: InstanceWatcher
  /**
   * From now on this instance's lines are kept. The promise tells of its exit until `keep` is called; with `isRestarted`,
   * an exit waits for `restartWhileChecked`.
   */
  watch(
    instance: Instance,
    commit: string,
    options?: { isRestarted: boolean },
  ): Promise<InstanceEnd>
  /** The promise that `watch` has given, if the instance is watched. */
  endOf(instanceId: InstanceId): Promise<InstanceEnd> | undefined
  /**
   * Restarts the instance with back-off while its health is checked. The promise of `watch` then tells only of the exit
   * after which a further start is hopeless.
   */
  restartWhileChecked(instanceId: InstanceId): void
  /** The latest exit of an instance that has exited since it was watched. */
  lastExitOf(instanceId: InstanceId): InstanceEnd | undefined
  /** From now on the instance is started again when it exits. */
  keep(instanceId: InstanceId): void
  /** From now on its exit is expected; what it still writes is kept. */
  dismiss(instanceId: InstanceId): void
  /** Nothing more is heard of it. */
  forget(instanceId: InstanceId): void
  /** Nothing is started again any more; returns once what is being started again has been. */
  close(): Promise<void>
}
