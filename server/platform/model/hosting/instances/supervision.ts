import type { InstanceWatcher } from '#platform/model/hosting/deployments/engine.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import type { Instance } from './instance.ts'

/** Exit of an instance. */
export interface InstanceEnd {
  code: number
  /** Cause, if the engine knows it: `out of memory`. */
  cause?: string
  sentence: string
  /** Number of exits of its command so far. */
  exits: number
  /** Last output lines before the exit, oldest first. */
  lastLines: readonly string[]
  /** Advice on what it has printed. */
  advice?: readonly string[]
}

/** Collects the output of instances and restarts them with back-off when they crash. */
export interface Supervision {
  readonly watcher: InstanceWatcher
  /**
   * Starts collecting the instance's lines. The promise resolves with its exit until `keep` is called; with
   * `isRestarted`, an exit waits for `restartWhileChecked`.
   */
  watch(
    instance: Instance,
    commit: string,
    options?: { isRestarted: boolean },
  ): Promise<InstanceEnd>
  /** The promise returned by `watch`, if the instance is watched. */
  endOf(instanceId: InstanceId): Promise<InstanceEnd> | undefined
  /**
   * Restarts the instance with back-off during its health check. The promise of `watch` then resolves only with an
   * exit after which a restart is hopeless.
   */
  restartWhileChecked(instanceId: InstanceId): void
  /** Latest exit of a watched instance. */
  lastExitOf(instanceId: InstanceId): InstanceEnd | undefined
  /** Whether the instance has exited and was not restarted yet. */
  isDown(instanceId: InstanceId): boolean
  /** Advice on what a watched instance has printed until it was kept. */
  adviceOn(instanceId: InstanceId): readonly string[]
  /**
   * From now on the promise of `watch` resolves with the next exit, or at once when the instance has exited and was not
   * restarted. Of an instance that was kept, any exit counts.
   */
  startProbation(instanceId: InstanceId): void
  /** Restarts the instance whenever it exits, from now on. */
  keep(instanceId: InstanceId): void
  /** Expects the instance's exit from now on; its output is still collected. */
  dismiss(instanceId: InstanceId): void
  /** Stops watching the instance. */
  forget(instanceId: InstanceId): void
  /** Stops watching all instances of an application, which another server supervises now. */
  leave(applicationId: ApplicationId): void
  /** Nothing is started again any more; returns once what is being started again has been. */
  close(): Promise<void>
}
