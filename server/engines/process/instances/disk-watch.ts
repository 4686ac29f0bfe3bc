import { deletedFilesOf, sampleDeletedFiles } from '#engines/process/limits/deleted-files.ts'
import {
  type DiskShares,
  type RoomLimits,
  roomOf,
  sumOf,
} from '#engines/process/limits/disk-shares.ts'
import { measureTrees, type TreeSize } from '#kit/tenant-files/trees.ts'
import { instanceFiles } from './instance-folder.ts'

/** An instance whose disk usage is measured. */
export interface MeasuredInstance {
  instanceId: string
  folder: string
  /** PIDs of the instance, which may hold deleted files open. */
  pids(): Promise<readonly number[]>
}

export interface DiskWatchOptions {
  limits: RoomLimits
  shares: DiskShares
  /** Kills the processes of an instance at once. */
  kill(instanceId: string): Promise<void>
}

interface DiskMeasurement {
  /** Usage of files that still have a name. */
  named: TreeSize
  /** Usage including deleted files. */
  size: TreeSize
  cause?: string
}

interface NamedFiles {
  instance: MeasuredInstance
  named: TreeSize
}

const nearlyFull = 'the disk of the platform is nearly full'
const hiding = {
  'in flight':
    'it keeps files in queues of Unix sockets or in system calls that last, so that nobody can tell what they take',
  many: 'it has too many open files to tell what they take',
  unanswered: 'it keeps the kernel from telling what its files take',
}
const interval = 10_000
/** Measuring many small files is slow, so it may take at most a twentieth of the time. */
const rest = 19

/** Measures the disk usage of instances and kills those that exceed their limit. */
export class DiskWatch {
  readonly #options: DiskWatchOptions
  readonly #ended = new Map<string, string>()
  readonly #closing = new AbortController()
  #noted = new Set<string>()
  #next = 0
  #looking: Promise<void> | undefined

  constructor(options: DiskWatchOptions) {
    this.#options = options
  }

  /** Why this watch killed an instance, if it did. */
  causeOf(instanceId: string): string | undefined {
    return this.#ended.get(instanceId)
  }

  /** Whether this watch killed the instance; queried once, before a restart with empty folders. */
  forget(instanceId: string): boolean {
    return this.#ended.delete(instanceId)
  }

  /** Called periodically; starts a measurement when one is due, or at once when the disk is nearly full. */
  tick(list: () => MeasuredInstance[]): void {
    const instances = list().filter(({ instanceId }) => !this.#ended.has(instanceId))
    for (const { instanceId } of instances) {
      this.#noted.add(instanceId)
      this.#options.shares.begin(instanceId)
    }
    // A failed measurement is no reason to kill an instance.
    this.#looking ??= this.#lookInTime(instances)
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #lookInTime(instances: MeasuredInstance[]): Promise<void> {
    const isLow = await this.#isLow(instances)
    if (!isLow && performance.now() < this.#next) return
    const begin = performance.now()
    await this.look(instances)
    this.#next = performance.now() + Math.max(interval, (performance.now() - begin) * rest)
  }

  async look(instances: MeasuredInstance[]): Promise<void> {
    const { shares } = this.#options
    const running = instances.filter(({ instanceId }) => !this.#ended.has(instanceId))
    for (const id of this.#noted)
      if (!running.some((one) => one.instanceId === id)) shares.forget(id)
    this.#noted = new Set(running.map(({ instanceId }) => instanceId))
    const isLow = await this.#isLow(running)
    const measured: NamedFiles[] = []
    for (const instance of running) {
      const { named, size, cause } = await this.#measure(instance)
      // On a full disk, hidden files have to be known first: builds are ranked by this value too.
      if (!isLow || cause !== undefined) shares.note(instance.instanceId, size)
      if (cause !== undefined) await this.#end(instance.instanceId, cause)
      else measured.push({ instance, named })
    }
    if (isLow) await this.#makeRoom(measured)
  }

  async #isLow([first]: MeasuredInstance[]): Promise<boolean> {
    const room = first && (await roomOf(first.folder))
    return room !== undefined && this.#options.shares.isLow(room)
  }

  /** Measures all instances before killing one for a full disk, so that the one that fills it is chosen. */
  async #makeRoom(measured: NamedFiles[]): Promise<void> {
    const { shares } = this.#options
    const causes = await Promise.all(
      measured.map(async ({ instance: { instanceId, folder, pids }, named }) => {
        const { signal } = this.#closing
        const deleted = await sampleDeletedFiles({ pids, folders: [folder], signal })
        shares.note(instanceId, sumOf(named, deleted), { isHiding: deleted.hidden !== undefined })
        return deleted.hidden ? `${nearlyFull}, and ${hiding[deleted.hidden]}` : nearlyFull
      }),
    )
    for (const [place, { instance }] of measured.entries()) {
      const room = await roomOf(instance.folder)
      if (!room || !shares.isToEnd(instance.instanceId, room)) continue
      await this.#end(instance.instanceId, causes[place] ?? nearlyFull)
    }
  }

  async #end(instanceId: string, cause: string): Promise<void> {
    this.#ended.set(instanceId, cause)
    this.#options.shares.end(instanceId)
    await this.#options.kill(instanceId)
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the engine is closed'))
    await this.#looking
  }

  /** Disk usage, and the reason to kill the instance if it exceeds the limit. */
  async #measure({ folder, pids }: MeasuredInstance): Promise<DiskMeasurement> {
    const { bytes, inodes } = this.#options.limits
    const { app, home, tmp, upperdir } = instanceFiles(folder)
    const folders = [home, tmp, upperdir, app]
    const { signal } = this.#closing
    const named = await measureTrees(folders, { maxBytes: bytes, maxInodes: inodes, signal })
    const size = sumOf(named, await deletedFilesOf(await pids(), [folder]))
    const cause = excessOf({ ...size, isComplete: named.isComplete }, this.#options.limits)
    return cause === undefined ? { named, size } : { named, size, cause }
  }
}

function excessOf(size: TreeSize, { bytes, inodes }: RoomLimits): string | undefined {
  if (size.bytes > bytes) {
    return `it took more room on disk than the ${Math.round(bytes / 1024 / 1024)} MB it may`
  }
  if (size.inodes > inodes) return `it made more than the ${inodes} files it may`
  return size.isComplete ? undefined : 'it made too many folders inside each other'
}
