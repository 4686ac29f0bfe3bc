import { isDiskLow, lowOn, type RoomLimits, roomOf } from '#engines/process/limits/disk-reserve.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import { instanceFiles } from './instance-folder.ts'

/** An instance whose files are measured. */
export interface MeasuredInstance {
  instanceId: string
  folder: string
}

export interface DiskWatchOptions {
  limits: RoomLimits
  /** Ends the processes of an instance at once. */
  kill(instanceId: string): Promise<void>
}

const interval = 10_000
/** Looking through many small files takes long: it may cost a twentieth of the time, and no more. */
const rest = 19

/** Measures what instances write to disk, and ends those that take more than they may. */
export class DiskWatch {
  readonly #options: DiskWatchOptions
  readonly #ended = new Map<string, string>()
  readonly #closing = new AbortController()
  #next = 0
  #looking: Promise<void> | undefined

  constructor(options: DiskWatchOptions) {
    this.#options = options
  }

  /** Why an instance was ended by this watch, if it was. */
  causeOf(instanceId: string): string | undefined {
    return this.#ended.get(instanceId)
  }

  /** Whether an instance was ended by this watch; asked once, before it starts anew with empty folders. */
  forget(instanceId: string): boolean {
    return this.#ended.delete(instanceId)
  }

  /** Called once in a while; begins to look when it is time, or at once when their disk is nearly full. */
  tick(list: () => MeasuredInstance[]): void {
    // A look that fails is no reason to end an instance.
    this.#looking ??= this.#lookInTime(list())
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #lookInTime(instances: MeasuredInstance[]): Promise<void> {
    const isEarly = Date.now() < this.#next
    const room = isEarly && instances[0] ? await roomOf(instances[0].folder) : undefined
    if (isEarly && (!room || lowOn(room).length === 0)) return
    const begin = Date.now()
    await this.look(instances)
    this.#next = Date.now() + Math.max(interval, (Date.now() - begin) * rest)
  }

  async look(instances: MeasuredInstance[]): Promise<void> {
    for (const { instanceId, folder } of instances) {
      if (this.#ended.has(instanceId)) continue
      const cause = await this.#excessOf(folder)
      if (cause === undefined) continue
      this.#ended.set(instanceId, cause)
      await this.#options.kill(instanceId)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the engine is closed'))
    await this.#looking
  }

  async #excessOf(folder: string): Promise<string | undefined> {
    const { bytes, inodes } = this.#options.limits
    const { app, home, tmp, changes } = instanceFiles(folder)
    const folders = [home, tmp, changes, app]
    const { signal } = this.#closing
    const size = await measureTrees(folders, { maxBytes: bytes, maxInodes: inodes, signal })
    if (size.bytes > bytes) {
      return `it took more room on disk than the ${Math.round(bytes / 1024 / 1024)} MB it may`
    }
    if (size.inodes > inodes) return `it made more than the ${inodes} files it may`
    if (!size.isComplete) return 'it made too many folders inside each other'
    return (await isDiskLow(folder, size)) ? 'the disk of the platform is nearly full' : undefined
  }
}
