import { Execs } from '#engines/process/instances/exec.ts'
import { checkVariables } from '#engines/process/sandbox/variables.ts'
import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type {
  ExecOptions,
  IsRemote,
  StartedInstance,
  StartOrder,
} from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type {
  InstanceSession,
  SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { claimServices } from './claim-services.ts'
import { runExec } from './exec.ts'
import type { InstanceHandle } from './instance-spec.ts'
import { launchTask } from './launch-task.ts'
import { newHandle } from './new-handle.ts'
import { findService, isServiceRunning, unlessTakenOver } from './services.ts'
import { openSession } from './session.ts'
import { removeInstance, scaleToZero } from './stop.ts'
import { listNodes } from './tasks.ts'
import type { WatchedInstances } from './watched-instances.ts'

/** The instances of this platform: services of the swarm, each of one replica. */
export class SwarmInstances {
  readonly #parts: SwarmParts
  readonly #watched: WatchedInstances
  readonly #stopping = new Map<string, Promise<void>>()
  readonly #execs = new Execs()

  constructor(parts: SwarmParts, watched: WatchedInstances) {
    this.#parts = parts
    this.#watched = watched
  }

  async start(order: StartOrder): Promise<StartedInstance> {
    const { instanceId, signal, say } = order
    checkVariables('start', { ...order.recipe.environment, ...order.environment })
    try {
      const handle = await newHandle(this.#parts, order)
      await this.stop(instanceId, 0)
      return await launchTask(this.#parts, this.#watched, { handle, isNew: true, signal, say })
    } catch (error) {
      // A swarm that cannot start cannot always stop either; the next recovery removes what is left.
      await this.stop(instanceId, 0).catch(({ message }: Error) => this.#parts.log(message))
      signal.throwIfAborted()
      throw clusterFailure('start', error)
    }
  }

  async revive(instance: StartedInstance): Promise<StartedInstance> {
    const entry = this.#watched.get(instance.instanceId)
    if (entry?.phase === 'running') return instance
    const handle = entry?.handle ?? (instance.handle as InstanceHandle)
    const node = (await listNodes(this.#parts)).find(({ id }) => id === handle.nodeId)
    // The files of an instance are on its node; one whose node is away or drained starts again on another, without them.
    const { nodeId: _, ...moved } = handle
    const isNew = !(node?.isReady && node.isActive)
    try {
      return await launchTask(this.#parts, this.#watched, {
        handle: isNew ? moved : handle,
        isNew,
        signal: new AbortController().signal,
        say: () => {},
      })
    } catch (error) {
      throw clusterFailure('start', error)
    }
  }

  async run(
    { instanceId, handle }: StartedInstance,
    command: [string, ...string[]],
    signal: AbortSignal,
    { environment = {}, onLine }: ExecOptions = {},
  ): Promise<number> {
    const entry = this.#watched.get(instanceId)
    if (!entry || entry.phase === 'stopping' || !(await findService(this.#parts, instanceId))) {
      throw new Failure('start', 'The instance is no longer there.')
    }
    return this.#execs.run(instanceId, (ended) =>
      runExec(this.#parts, {
        handle: entry.handle ?? (handle as InstanceHandle),
        command,
        environment,
        onLine: (line) => {
          this.#parts.watcher.onLine(instanceId, line)
          onLine?.(line)
        },
        signal: AbortSignal.any([signal, ended]),
      }),
    )
  }

  async openSession(instance: StartedInstance, request: SessionRequest): Promise<InstanceSession> {
    const entry = this.#watched.get(instance.instanceId)
    if (entry?.phase !== 'running') throw new Refusal('conflict', 'The instance is not running')
    const handle = entry.handle ?? (instance.handle as InstanceHandle)
    return openSession(this.#parts, handle, request)
  }

  async terminate(instanceId: string, grace: number): Promise<void> {
    const entry = this.#watched.get(instanceId)
    if (entry?.phase !== 'running') return
    entry.phase = 'ended'
    const stopped = await unlessTakenOver(scaleToZero(this.#parts, instanceId, grace))
    if (stopped) await this.#watched.report(entry, { code: stopped.task?.exitCode || 143 })
  }

  /** Concurrent stops of one instance are one. */
  stop(instanceId: string, grace: number): Promise<void> {
    const stopping = this.#stopping.get(instanceId) ?? this.#stopOnce(instanceId, grace)
    this.#stopping.set(instanceId, stopping)
    return stopping.finally(() => this.#stopping.delete(instanceId))
  }

  async #stopOnce(instanceId: string, grace: number): Promise<void> {
    const entry = this.#watched.get(instanceId)
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
    await this.#watched.forget(instanceId)
  }

  isRunning(instanceId: string): Promise<boolean> {
    return isServiceRunning(this.#parts, instanceId)
  }

  async recover(wanted: readonly StartedInstance[], isRemote: IsRemote): Promise<void> {
    const ids = new Set(wanted.map(({ instanceId }) => instanceId))
    for (const id of await claimServices(this.#parts, { isRemote })) {
      if (!ids.has(id)) await this.stop(id, 0)
    }
    for (const instance of wanted) await this.#watched.adopt(instance)
  }

  /** All services are claimed first: another server that was only stopped changes none of them any more. */
  async takeOver(
    applicationId: string,
    wanted: readonly StartedInstance[],
    { since, isRemote }: { since: number; isRemote: IsRemote },
  ): Promise<void> {
    await claimServices(this.#parts, { applicationId, isRemote })
    for (const instance of wanted) await this.#watched.adopt(instance, since)
  }

  /** Follows the instances of an application no longer, which another server works for. */
  async leave(applicationId: string): Promise<void> {
    const why = new Failure('start', 'Another server works for this application now.')
    for (const id of await this.#watched.leave(applicationId, why)) await this.#execs.end(id, why)
  }
}
