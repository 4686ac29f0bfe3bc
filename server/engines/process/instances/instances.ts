import { isDeepStrictEqual } from 'node:util'
import { removeDiscarded } from '#engines/process/builds/discard.ts'
import { groupsOf } from '#engines/process/limits/owner-groups.ts'
import { listeningIn, listeningOf } from '#engines/process/network/listening.ts'
import type { Parts } from '#engines/process/parts.ts'
import { endProcesses } from '#engines/process/processes/end-processes.ts'
import { identityOf, isAlive } from '#engines/process/processes/processes.ts'
import { checkVariables } from '#engines/process/sandbox/variables.ts'
import { Sessions } from '#engines/process/sessions/sessions.ts'
import { killForgotten } from '#engines/process/sessions/stray-processes.ts'
import { removeGroup } from '#kit/control-groups/control-groups.ts'
import type {
  ExecOptions,
  InstanceUsage,
  ListeningPorts,
  PreparedOrder,
  StartedInstance,
  StartOrder,
} from '#platform/model/hosting/deployments/engine.ts'
import type {
  InstanceSession,
  SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import { Execs, runExec } from './exec.ts'
import { HeldInstances } from './held-instances.ts'
import {
  dropOutdatedOutput,
  findRemaining,
  hasOutputRing,
  type InstanceRecord,
  listFolders,
  readIdentity,
  readRecord,
  writeRecord,
} from './instance-folder.ts'
import { type LaunchRequest, launchInstance } from './launch-instance.ts'
import { handledOrder, type LaunchOptions, launchOrderOf } from './launch-options.ts'
import { prepareInstance } from './prepare-instance.ts'
import { PreparedInstances } from './prepared-instances.ts'

const lost = { code: 137, cause: 'nothing of it was left' }

/** The instances of a process engine. */
export class Instances {
  readonly #parts: Parts
  readonly #held: HeldInstances
  readonly #launches = new Map<string, AbortController>()
  readonly #execs = new Execs()
  readonly #sessions: Sessions
  readonly #prepared: PreparedInstances

  constructor(parts: Parts) {
    this.#parts = parts
    this.#held = new HeldInstances(parts)
    this.#prepared = new PreparedInstances(parts)
    this.#sessions = new Sessions(parts, this.#held)
  }

  prepare(order: PreparedOrder): Promise<void> {
    return this.#prepared.prepare(order, this.#held.folderOf(order.instanceId))
  }

  async start(order: StartOrder): Promise<StartedInstance> {
    const launch = launchOrderOf(order)
    checkVariables('start', launch.environment)
    const prepared = await this.#prepared.take(order)
    if (!prepared) await this.stop(order.instanceId, 0)
    await this.#parts.network?.allowEgress(order.instanceId, order.reaches)
    return this.#launch(launch, {
      prepare: this.#prepare(launch),
      first: launch.beforeStart ?? [],
      say: order.say,
      signal: order.signal,
      waiting: prepared?.waiting,
    })
  }

  /**
   * The instance keeps its folder, address and output offset; its processes are new. Pre-start steps run again only
   * when its folder is gone.
   */
  async revive(instance: StartedInstance): Promise<StartedInstance> {
    const order = handledOrder(instance)
    if (await this.isRunning(instance.instanceId)) return instance
    await this.#held.letGo(instance.instanceId)
    const isOverfull = this.#held.disk.forget(instance.instanceId)
    if (isOverfull) await this.#parts.trash.throwAway(this.#held.folderOf(instance.instanceId))
    const folder = this.#held.folderOf(instance.instanceId)
    const remaining = await findRemaining(this.#parts, folder)
    const record = remaining && (await this.#renewGroups(order, folder, remaining))
    await dropOutdatedOutput(folder)
    return this.#launch(order, {
      prepare: record ? Promise.resolve(record) : this.#prepare(order),
      first: record ? [] : (order.beforeStart ?? []),
      say: () => {},
      wantedHost: instance.address.host,
    })
  }

  /** The control groups of an instance that an earlier version has started are elsewhere, and those of an earlier boot are gone. */
  async #renewGroups(
    order: LaunchOptions,
    folder: string,
    record: InstanceRecord,
  ): Promise<InstanceRecord> {
    const groups = groupsOf(this.#parts, order)?.foldersOf(order.instanceId) ?? []
    if (isDeepStrictEqual(record.groups, groups)) return record
    await removeGroup(record.groups)
    const renewed = { ...record, groups }
    await writeRecord(folder, renewed)
    return renewed
  }

  run(
    instance: StartedInstance,
    command: [string, ...string[]],
    signal: AbortSignal,
    options: ExecOptions = {},
  ): Promise<number> {
    const { instanceId } = instance
    return this.#execs.run(instanceId, (ended) =>
      runExec(this.#parts, handledOrder(instance), {
        folder: this.#held.folderOf(instanceId),
        command,
        signal: AbortSignal.any([signal, ended]),
        options,
      }),
    )
  }

  openSession(instance: StartedInstance, request: SessionRequest): Promise<InstanceSession> {
    return this.#sessions.open(instance, request)
  }

  /** The watch reports the exit. */
  async terminate(instanceId: string, grace: number): Promise<void> {
    const record = this.#held.find(instanceId)?.record
    if (!record || !(await this.isRunning(instanceId))) return
    const sessions = this.#sessions.end(instanceId, new Error('the instance is ending'))
    await endProcesses(() => this.#held.members(record), grace, record.image?.stopSignal)
    await sessions
    await this.#held.find(instanceId)?.watch.look()
  }

  async stop(instanceId: string, grace: number): Promise<void> {
    const why = new Error('the instance was stopped meanwhile')
    this.#launches.get(instanceId)?.abort(why)
    const sessions = this.#sessions.end(instanceId, why)
    await this.#execs.end(instanceId, why)
    await this.#free(instanceId, grace)
    await sessions
  }

  async #free(instanceId: string, grace: number): Promise<void> {
    const folder = this.#held.folderOf(instanceId)
    await this.#prepared.endLauncher(instanceId)
    const held = this.#held.find(instanceId)
    held?.watch.expectEnd()
    const record = held?.record ?? (await this.#recordOf(instanceId))
    if (record)
      await endProcesses(() => this.#held.members(record), grace, record.image?.stopSignal)
    await this.#held.letGo(instanceId)
    this.#held.disk.forget(instanceId)
    await this.#parts.network?.detach(instanceId)
    await removeGroup(record?.groups ?? [])
    if (record?.port !== undefined) this.#parts.ports.release(record.port)
    await this.#parts.trash.throwAway(folder)
    if (record?.over) await removeDiscarded(this.#parts, record.over)
  }

  isRunning(instanceId: string): Promise<boolean> {
    return this.#held.isRunning(instanceId)
  }

  async listening(instanceId: string): Promise<ListeningPorts[]> {
    const record = this.#held.find(instanceId)?.record
    if (!record) return []
    const { application } = await this.#held.members(record)
    const [anyone] = application
    if (anyone === undefined) return []
    const sockets =
      record.port === undefined ? await listeningIn(anyone) : await listeningOf(application)
    return sockets.map(({ host, port }) => ({ host, port }))
  }

  /** Adopts these instances and stops all others that are found; returns those that are outdated. */
  async recover(instances: StartedInstance[]): Promise<string[]> {
    const wanted = new Set(instances.map(({ instanceId }) => instanceId))
    const found = await listFolders(this.#parts.folders.instances)
    await Promise.all(found.filter((id) => !wanted.has(id)).map((id) => this.stop(id, 0)))
    const hubs = this.#parts.networkGroups?.hubs() ?? []
    await this.#parts.network?.keepOnly([...wanted, ...hubs])
    const outdated = await Promise.all([...wanted].map((id) => this.#takeBack(id)))
    return [...new Set([...outdated.flat(), ...(await this.#withOwnCrons(instances))])]
  }

  /** Instances that run scheduled tasks themselves, as those of earlier versions did, beside the platform. */
  async #withOwnCrons(instances: readonly StartedInstance[]): Promise<string[]> {
    const found: string[] = []
    for (const instance of instances) {
      const { crons = [] } = handledOrder(instance)
      if (crons.length > 0 && (await this.isRunning(instance.instanceId)))
        found.push(instance.instanceId)
    }
    return found
  }

  usage(): Promise<InstanceUsage[]> {
    return this.#held.usage()
  }

  tick(): Promise<void> {
    return this.#held.tick()
  }

  close(): Promise<void> {
    return this.#held.close()
  }

  /** Returns the id if the instance is outdated: its processes run, but its record or output is of an earlier version. */
  async #takeBack(instanceId: string): Promise<string[]> {
    if (this.#held.find(instanceId)) return []
    const folder = this.#held.folderOf(instanceId)
    const launcher = await readIdentity(folder)
    const record = await this.#recordOf(instanceId)
    const isReadable = (await readRecord(folder)) !== undefined && (await hasOutputRing(folder))
    const isOutdated = !isReadable && launcher !== undefined && isAlive(launcher)
    if (!record || !(isReadable || isOutdated)) {
      if (record) await endProcesses(() => this.#held.members(record), 0)
      this.#parts.watcher.onExit({ instanceId, ...lost })
      return []
    }
    if (record.port !== undefined) this.#parts.ports.hold(record.port)
    const held = await this.#held.hold(record, launcher, { hasOutput: isReadable })
    await held.watch.look()
    await killForgotten(record).catch(this.#held.report)
    return isOutdated ? [instanceId] : []
  }

  /** The record of an instance; of one that cannot be read, what follows from the instance's id. */
  async #recordOf(instanceId: string): Promise<InstanceRecord | undefined> {
    const folder = this.#held.folderOf(instanceId)
    const record = await readRecord(folder)
    if (record || !(await readIdentity(folder))) return record
    const { groups, sandbox } = this.#parts.capabilities
    return {
      instanceId,
      applicationId: '',
      isSandboxed: sandbox,
      groups: groups?.foldersOf(instanceId) ?? [],
    }
  }

  #prepare(order: LaunchOptions): Promise<InstanceRecord> {
    return prepareInstance(this.#parts, order, this.#held.folderOf(order.instanceId))
  }

  async #launch(
    order: LaunchOptions,
    launching: Omit<LaunchRequest, 'folder' | 'signal'> & { signal?: AbortSignal },
  ): Promise<StartedInstance> {
    const { instanceId } = order
    const folder = this.#held.folderOf(instanceId)
    const launch = new AbortController()
    this.#launches.set(instanceId, launch)
    const signal = AbortSignal.any([launch.signal, ...(launching.signal ? [launching.signal] : [])])
    try {
      const { launcher, address } = await launchInstance(this.#parts, order, {
        ...launching,
        folder,
        signal,
      })
      const held = await this.#held.hold(await launching.prepare, identityOf(launcher.pid ?? 0))
      launcher.on('exit', () => void held.watch.look().catch(this.#held.report))
      signal.throwIfAborted()
      await held.watch.look()
      return { instanceId, address, handle: order }
    } catch (error) {
      await launching.waiting?.end().catch(() => {})
      await this.#free(instanceId, 0)
      throw error
    } finally {
      this.#launches.delete(instanceId)
    }
  }
}
