import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { sleep, withTimeout } from '#kit/concurrency/timeout.ts'
import type {
  InstanceUsage,
  ListeningPorts,
  StartedInstance,
} from '#platform/model/hosting/deployments/engine.ts'
import { type InstanceHandle, serviceName } from './instance-spec.ts'
import { findService } from './services.ts'
import { listNodes, listTasks, type SwarmNode, type Task } from './tasks.ts'
import {
  findExit,
  newLaunch,
  usageOf,
  type WatchedInstance,
  watchInstance,
} from './watched-instance.ts'

const logTimeout = 5000
const socketPause = 750
const codeOfKilled = 137

/** The instances that this server follows: their output and what they tell of themselves; their exits are reported. */
export class WatchedInstances {
  readonly #parts: SwarmParts
  readonly #entries = new Map<string, WatchedInstance>()

  constructor(parts: SwarmParts) {
    this.#parts = parts
  }

  get(instanceId: string): WatchedInstance | undefined {
    return this.#entries.get(instanceId)
  }

  /** Follows the output of a launch; the log of an earlier one goes on. */
  async watch(handle: InstanceHandle, say: (line: string) => void): Promise<WatchedInstance> {
    const { instanceId } = handle.order
    const known = this.#entries.get(instanceId)
    if (known) return Object.assign(known, newLaunch(handle, say))
    const watched = await watchInstance(this.#parts, handle, say)
    this.#entries.set(instanceId, watched)
    return watched
  }

  /** Follows an instance that runs already; its output since this time, where this server has read none before. */
  async adopt({ instanceId, handle }: StartedInstance, since?: number): Promise<void> {
    const entry = await this.watch(handle as InstanceHandle, () => {})
    if (!(await findService(this.#parts, instanceId))) {
      entry.phase = 'ended'
      return this.report(entry, { code: codeOfKilled })
    }
    const [task] = await listTasks(this.#parts, serviceName(this.#parts.platform, instanceId))
    if (task) {
      entry.taskId = task.id
      entry.log.follow(task.id, since)
    }
    // Only now: a tick in between would miss its task, and report an exit.
    entry.phase = 'running'
    await this.#look(entry, task ? [task] : [], await listNodes(this.#parts))
  }

  /** Follows an instance that was stopped no longer. */
  async forget(instanceId: string): Promise<void> {
    await this.#entries.get(instanceId)?.log.discard()
    this.#entries.delete(instanceId)
  }

  /** Follows the instances of an application no longer; what was starting is given up. Returns their ids. */
  async leave(applicationId: string, why: Error): Promise<string[]> {
    const left = [...this.#entries.values()].filter(
      ({ handle }) => handle.order.applicationId === applicationId,
    )
    const ids = left.map(({ handle }) => handle.order.instanceId)
    for (const id of ids) this.#entries.delete(id)
    for (const { abort, log } of left) {
      abort.abort(why)
      await log.discard()
    }
    return ids
  }

  async listening(instanceId: string): Promise<ListeningPorts[]> {
    const entry = this.#entries.get(instanceId)
    if (entry?.phase !== 'running') return []
    // A change is reported within a quarter of a second.
    if (entry.run.sockets.length === 0) await sleep(socketPause)
    return entry.run.sockets
  }

  usage(): InstanceUsage[] {
    return this.#running().map(usageOf)
  }

  #running(): WatchedInstance[] {
    return [...this.#entries.values()].filter(({ phase }) => phase === 'running')
  }

  /** Compares what should run with the tasks of the swarm and the state of its nodes. */
  async tick(): Promise<void> {
    const running = this.#running()
    if (running.length === 0) return
    const [tasks, nodes] = await Promise.all([listTasks(this.#parts), listNodes(this.#parts)])
    await Promise.all(running.map((entry) => this.#look(entry, tasks, nodes)))
  }

  async #look(
    entry: WatchedInstance,
    tasks: readonly Task[],
    nodes: readonly SwarmNode[],
  ): Promise<void> {
    const exit = entry.phase === 'running' ? findExit(entry, tasks, nodes) : undefined
    if (!exit) return
    entry.phase = 'ended'
    await this.report(entry, exit)
  }

  /** Reports an exit after its last lines; not that of an instance that is stopped on purpose. */
  async report(
    entry: WatchedInstance,
    { code, cause }: { code: number; cause?: string },
  ): Promise<void> {
    const { instanceId } = entry.handle.order
    await withTimeout(entry.log.finish(), logTimeout, 'the last lines').catch(() => {})
    if (this.#entries.get(instanceId) !== entry || entry.phase === 'stopping') return
    const why = cause ?? (entry.run.isStarved ? 'out of memory' : undefined)
    this.#parts.watcher.onExit({ instanceId, code, ...(why ? { cause: why } : {}) })
  }

  async open(): Promise<void> {
    await mkdir(join(this.#parts.folder, 'positions'), { recursive: true, mode: 0o700 })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ log }) => log.close()))
    this.#entries.clear()
  }
}
