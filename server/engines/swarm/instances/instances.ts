import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Execs } from '#engines/process/instances/exec.ts'
import { checkVariables } from '#engines/process/sandbox/variables.ts'
import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { sleep, withTimeout } from '#kit/concurrency/timeout.ts'
import type {
  InstanceUsage,
  IsElsewhere,
  ListeningPorts,
  StartedInstance,
  StartOrder,
} from '#platform/deployments/engine.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { claimServices } from './claim-services.ts'
import { runExec } from './exec.ts'
import { type InstanceHandle, instanceSpec, serviceName } from './instance-spec.ts'
import { waitForRun } from './launch.ts'
import { newHandle } from './new-handle.ts'
import {
  applicationNetwork,
  createService,
  findService,
  isServiceRunning,
  unlessTakenOver,
  updateService,
} from './services.ts'
import { removeInstance, scaleToZero } from './stop.ts'
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

/** The instances of this platform: services of the swarm, each of one replica. */
export class SwarmInstances {
  readonly #parts: SwarmParts
  readonly #entries = new Map<string, WatchedInstance>()
  readonly #stopping = new Map<string, Promise<void>>()
  readonly #execs = new Execs()

  constructor(parts: SwarmParts) {
    this.#parts = parts
  }

  async start(order: StartOrder): Promise<StartedInstance> {
    const { instanceId, signal, say } = order
    checkVariables('start', { ...order.recipe.environment, ...order.environment })
    try {
      const handle = await newHandle(this.#parts, order)
      await this.stop(instanceId, 0)
      return await this.#launch(handle, { isNew: true, signal, say })
    } catch (error) {
      // A swarm that cannot start cannot always stop either; the next recovery removes what is left.
      await this.stop(instanceId, 0).catch(({ message }: Error) => this.#parts.log(message))
      signal.throwIfAborted()
      throw clusterFailure('start', error)
    }
  }

  async revive(instance: StartedInstance): Promise<StartedInstance> {
    const { instanceId } = instance
    const entry = this.#entries.get(instanceId)
    if (entry?.phase === 'running') return instance
    const handle = entry?.handle ?? (instance.handle as InstanceHandle)
    const node = (await listNodes(this.#parts)).find(({ id }) => id === handle.nodeId)
    const signal = new AbortController().signal
    // The files of an instance are on its node; one whose node is away or drained begins anew on another.
    const { nodeId: _, ...moved } = handle
    const isNew = !(node?.isReady && node.isActive)
    try {
      return await this.#launch(isNew ? moved : handle, { isNew, signal, say: () => {} })
    } catch (error) {
      throw clusterFailure('start', error)
    }
  }

  async #launch(
    handle: InstanceHandle,
    { isNew, signal, say }: { isNew: boolean; signal: AbortSignal; say: (line: string) => void },
  ): Promise<StartedInstance> {
    const parts = this.#parts
    const { instanceId, applicationId } = handle.order
    const network = await applicationNetwork(parts, applicationId)
    const name = serviceName(parts.platform, instanceId)
    const found = await findService(parts, instanceId)
    const before = new Set(found ? (await listTasks(parts, name)).map(({ id }) => id) : [])
    const restarts = (found?.spec.TaskTemplate?.ForceUpdate ?? 0) + 1
    const spec = instanceSpec(parts, handle, { network, isNew, restarts })
    if (found) await updateService(parts, instanceId, () => spec)
    else await createService(parts, spec)
    const entry = await this.#watch(handle, say)
    entry.phase = 'starting'
    const task = await waitForRun(parts, {
      handle,
      run: entry.run,
      lastLines: entry.lastLines,
      before,
      log: entry.log,
      signal: AbortSignal.any([signal, entry.abort.signal]),
    })
    const node = (await listNodes(parts)).find(({ id }) => id === task.nodeId)
    if (!node) throw new Failure('start', 'The node of the instance has left the swarm.')
    entry.handle = { ...handle, nodeId: node.id }
    entry.taskId = task.id
    entry.phase = 'running'
    return {
      instanceId,
      address: { host: node.address, port: handle.port },
      listenPort: handle.containerPort,
      handle: entry.handle,
    }
  }

  /** Follows the output of a launch; the log of an earlier one goes on. */
  async #watch(handle: InstanceHandle, say: (line: string) => void): Promise<WatchedInstance> {
    const { instanceId } = handle.order
    const known = this.#entries.get(instanceId)
    if (known) return Object.assign(known, newLaunch(handle, say))
    const watched = await watchInstance(this.#parts, handle, say)
    this.#entries.set(instanceId, watched)
    return watched
  }

  async run(
    { instanceId, handle }: StartedInstance,
    command: [string, ...string[]],
    signal: AbortSignal,
  ): Promise<number> {
    const entry = this.#entries.get(instanceId)
    if (!entry || entry.phase === 'stopping' || !(await findService(this.#parts, instanceId))) {
      throw new Failure('start', 'The instance is no longer there.')
    }
    return this.#execs.run(instanceId, (ended) =>
      runExec(this.#parts, {
        handle: entry.handle ?? (handle as InstanceHandle),
        command,
        onLine: (line) => this.#parts.watcher.onLine(instanceId, line),
        signal: AbortSignal.any([signal, ended]),
      }),
    )
  }

  async terminate(instanceId: string, grace: number): Promise<void> {
    const entry = this.#entries.get(instanceId)
    if (entry?.phase !== 'running') return
    entry.phase = 'ended'
    const stopped = await unlessTakenOver(scaleToZero(this.#parts, instanceId, grace))
    if (stopped) await this.#report(entry, { code: stopped.task?.exitCode || 143 })
  }

  /** Concurrent stops of one instance are one. */
  stop(instanceId: string, grace: number): Promise<void> {
    const stopping = this.#stopping.get(instanceId) ?? this.#stopOnce(instanceId, grace)
    this.#stopping.set(instanceId, stopping)
    return stopping.finally(() => this.#stopping.delete(instanceId))
  }

  async #stopOnce(instanceId: string, grace: number): Promise<void> {
    const entry = this.#entries.get(instanceId)
    const why = new Failure('start', 'The instance was stopped.')
    if (entry) entry.phase = 'stopping'
    entry?.abort.abort(why)
    await this.#execs.end(instanceId, why)
    const found = await findService(this.#parts, instanceId)
    if (found) {
      const stopped = await unlessTakenOver(scaleToZero(this.#parts, instanceId, grace))
      await entry?.log.finish().catch(() => {})
      if (stopped) await removeInstance(this.#parts, instanceId, found.applicationId)
    }
    await entry?.log.discard()
    this.#entries.delete(instanceId)
  }

  isRunning(instanceId: string): Promise<boolean> {
    return isServiceRunning(this.#parts, instanceId)
  }

  async listening(instanceId: string): Promise<ListeningPorts[]> {
    const entry = this.#entries.get(instanceId)
    if (entry?.phase !== 'running') return []
    // A change is told within a quarter of a second.
    if (entry.run.sockets.length === 0) await sleep(socketPause)
    return entry.run.sockets
  }

  usage(): InstanceUsage[] {
    return [...this.#entries.values()].filter(({ phase }) => phase === 'running').map(usageOf)
  }

  /** Compares what should run with the tasks of the swarm and the state of its nodes. */
  async tick(): Promise<void> {
    const running = [...this.#entries.values()].filter(({ phase }) => phase === 'running')
    await Promise.all(running.map(({ log }) => log.save()))
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
    await this.#report(entry, exit)
  }

  async #report(
    entry: WatchedInstance,
    { code, cause }: { code: number; cause?: string },
  ): Promise<void> {
    const { instanceId } = entry.handle.order
    await withTimeout(entry.log.finish(), logTimeout, 'the last lines').catch(() => {})
    if (this.#entries.get(instanceId) !== entry || entry.phase === 'stopping') return
    const why = cause ?? (entry.run.isStarved ? 'out of memory' : undefined)
    this.#parts.watcher.onExit({ instanceId, code, ...(why ? { cause: why } : {}) })
  }

  async recover(wanted: readonly StartedInstance[], isElsewhere: IsElsewhere): Promise<void> {
    const ids = new Set(wanted.map(({ instanceId }) => instanceId))
    for (const id of await claimServices(this.#parts, { isElsewhere })) {
      if (!ids.has(id)) await this.stop(id, 0)
    }
    for (const instance of wanted) await this.#adopt(instance)
  }

  /** All services are claimed first: another server that was only stopped changes none of them any more. */
  async takeOver(
    applicationId: string,
    wanted: readonly StartedInstance[],
    { since, isElsewhere }: { since: number; isElsewhere: IsElsewhere },
  ): Promise<void> {
    await claimServices(this.#parts, { applicationId, isElsewhere })
    for (const instance of wanted) await this.#adopt(instance, since)
  }

  /** Follows the instances of an application no longer; what was starting is given up. */
  async leave(applicationId: string): Promise<void> {
    const why = new Failure('start', 'Another server works for this application now.')
    for (const [instanceId, entry] of this.#entries) {
      if (entry.handle.order.applicationId !== applicationId) continue
      this.#entries.delete(instanceId)
      entry.abort.abort(why)
      await this.#execs.end(instanceId, why)
      await entry.log.discard()
    }
  }

  async #adopt({ instanceId, handle }: StartedInstance, since?: number): Promise<void> {
    const entry = await this.#watch(handle as InstanceHandle, () => {})
    if (!(await findService(this.#parts, instanceId))) {
      entry.phase = 'ended'
      return this.#report(entry, { code: codeOfKilled })
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

  async open(): Promise<void> {
    await mkdir(join(this.#parts.folder, 'positions'), { recursive: true, mode: 0o700 })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ log }) => log.close()))
    this.#entries.clear()
  }
}
