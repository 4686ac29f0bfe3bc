import type { InstanceWatcher } from '#platform/deployments/engine.ts'
import type { Instance } from '#platform/deployments/instance.ts'

/** How an instance has ended. */
export interface InstanceEnd {
  code: number
  sentence: string
}

/** Listens to instances: keeps what they write, and starts them again, with back-off, when they crash. */
export interface Supervision {
  readonly watcher: InstanceWatcher
  /** From now on this instance's lines are kept. The promise tells of its exit until `keep` is called. */
  watch(instance: Instance, commit: string): Promise<InstanceEnd>
  /** The promise that `watch` has given, if the instance is watched. */
  endOf(instanceId: string): Promise<InstanceEnd> | undefined
  /** From now on the instance is started again when it exits. */
  keep(instanceId: string): void
  /** From now on its exit is expected; what it still writes is kept. */
  dismiss(instanceId: string): void
  /** Nothing more is heard of it. */
  forget(instanceId: string): void
  close(): void
}
