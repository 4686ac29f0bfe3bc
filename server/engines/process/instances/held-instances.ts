import { folderOf } from '#engines/process/folders.ts'
import type { Parts } from '#engines/process/parts.ts'
import { killProcesses, type Members, membersOf } from '#engines/process/processes/end-processes.ts'
import { type Identity, isAlive } from '#engines/process/processes/processes.ts'
import { processesOf } from '#kit/control-groups/control-groups.ts'
import type { InstanceUsage } from '#platform/model/hosting/deployments/engine.ts'
import { DiskWatch } from './disk-watch.ts'
import { type InstanceRecord, readIdentity } from './instance-folder.ts'
import { measureUsage } from './instance-usage.ts'
import { type Watch, watchInstance } from './watch.ts'

/** An instance that this server watches. */
export interface Held {
  record: InstanceRecord
  launcher: Identity | undefined
  watch: Watch
}

/** The instances that this server watches, and their processes. */
export class HeldInstances {
  readonly #parts: Parts
  readonly #held = new Map<string, Held>()
  readonly disk: DiskWatch

  constructor(parts: Parts) {
    this.#parts = parts
    this.disk = new DiskWatch({
      limits: parts.instanceRoom,
      shares: parts.diskShares,
      kill: async (instanceId) => {
        const record = this.#held.get(instanceId)?.record
        if (record) await killProcesses(() => this.members(record))
      },
    })
  }

  find(instanceId: string): Held | undefined {
    return this.#held.get(instanceId)
  }

  /** Without output, as of an earlier version's, only its exit is watched. */
  async hold(
    record: InstanceRecord,
    launcher: Identity | undefined,
    { hasOutput } = { hasOutput: true },
  ): Promise<Held> {
    const { instanceId } = record
    const watch = await watchInstance({
      instanceId,
      hasOutput,
      groups: record.groups,
      watcher: this.#parts.watcher,
      folder: this.folderOf(instanceId),
      find: () => this.members(record),
      isLauncherAlive: () => this.isRunning(instanceId),
      causeOf: () => this.disk.causeOf(instanceId),
      onProblem: this.report,
    })
    const held = { record, launcher, watch }
    this.#held.set(instanceId, held)
    return held
  }

  async letGo(instanceId: string): Promise<void> {
    const held = this.#held.get(instanceId)
    this.#held.delete(instanceId)
    await held?.watch.close()
  }

  async isRunning(instanceId: string): Promise<boolean> {
    const launcher = await this.#launcher(instanceId)
    return launcher !== undefined && isAlive(launcher)
  }

  async members({ instanceId, groups, isSandboxed }: InstanceRecord): Promise<Members> {
    const launcher = await this.#launcher(instanceId)
    return membersOf({ folder: this.folderOf(instanceId), groups, isSandboxed, launcher })
  }

  /** PIDs from the control group or, without one, by scanning all processes of the machine. */
  async #pidsOf(record: InstanceRecord): Promise<number[]> {
    return record.groups.length > 0 ? processesOf(record.groups) : (await this.members(record)).all
  }

  usage(): Promise<InstanceUsage[]> {
    return measureUsage(this.#parts, [...this.#held.values()])
  }

  /** Polls for changes that emit no event. */
  async tick(): Promise<void> {
    this.disk.tick(() =>
      [...this.#held].map(([instanceId, { record }]) => ({
        instanceId,
        folder: this.folderOf(instanceId),
        pids: () => this.#pidsOf(record),
      })),
    )
    await Promise.all([...this.#held.values()].map(({ watch }) => watch.tick()))
  }

  async close(): Promise<void> {
    await this.disk.close()
    await Promise.all([...this.#held.keys()].map((id) => this.letGo(id)))
  }

  folderOf(instanceId: string): string {
    return folderOf(this.#parts.folders.instances, instanceId)
  }

  readonly report = (error: Error) => this.#parts.log(`Instances: ${error.message}`)

  async #launcher(instanceId: string): Promise<Identity | undefined> {
    return this.#held.get(instanceId)?.launcher ?? readIdentity(this.folderOf(instanceId))
  }
}
