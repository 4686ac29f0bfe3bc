import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkVariables } from '#engines/process/confinement/variables.ts'
import { folderOf } from '#engines/process/folders.ts'
import { removeGroup } from '#engines/process/limits/control-groups.ts'
import { listeningIn, listeningOf } from '#engines/process/network/listening.ts'
import type { Parts } from '#engines/process/parts.ts'
import { endProcesses } from '#engines/process/processes/end-processes.ts'
import { type Identity, identityOf, isAlive } from '#engines/process/processes/identity.ts'
import { type Members, membersOf } from '#engines/process/processes/members.ts'
import type { Listening, StartedInstance, StartOrder } from '#platform/deployments/engine.ts'
import { runErrand } from './errand.ts'
import { Errands } from './errands.ts'
import { type InstanceRecord, listFolders, readIdentity, readRecord } from './instance-folder.ts'
import { type Launching, launchInstance } from './launch-instance.ts'
import { handledOrder, type LaunchOrder, launchOrderOf } from './launch-order.ts'
import { prepareInstance } from './prepare-instance.ts'
import { type Watch, watchInstance } from './watch.ts'

/** An instance that this server listens to. */
interface Held {
  record: InstanceRecord
  launcher: Identity | undefined
  watch: Watch
}

const lost = { code: 137, cause: 'nothing of it was left' }

/** The instances of a process engine. */
export class Instances {
  readonly #parts: Parts
  readonly #held = new Map<string, Held>()
  readonly #ports = new Set<number>()
  readonly #launches = new Map<string, AbortController>()
  readonly #errands = new Errands()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(order: StartOrder): Promise<StartedInstance> {
    const launch = launchOrderOf(order)
    checkVariables('start', launch.environment)
    await this.stop(order.instanceId, 0)
    return this.#launch(launch, {
      ...{ prepare: this.#prepare(launch), first: launch.beforeStart ?? [], say: order.say },
      signal: order.signal,
    })
  }

  /**
   * The instance keeps its folder, its address and the place in its output; its processes are new. What comes before
   * the start is done again only where nothing is left of it.
   */
  async revive(instance: StartedInstance): Promise<StartedInstance> {
    const order = handledOrder(instance)
    if (await this.isRunning(instance.instanceId)) return instance
    await this.#letGo(instance.instanceId)
    const record = await readRecord(this.#folder(instance.instanceId))
    return this.#launch(order, {
      prepare: record ? Promise.resolve(record) : this.#prepare(order),
      first: record ? [] : (order.beforeStart ?? []),
      say: () => {},
      wantedHost: instance.address.host,
    })
  }

  run(
    instance: StartedInstance,
    command: [string, ...string[]],
    signal: AbortSignal,
  ): Promise<number> {
    const { instanceId } = instance
    return this.#errands.run(instanceId, (ended) =>
      runErrand(this.#parts, handledOrder(instance), {
        ...{ folder: this.#folder(instanceId), command },
        signal: AbortSignal.any([signal, ended]),
      }),
    )
  }

  async stop(instanceId: string, grace: number): Promise<void> {
    const why = new Error('the instance was stopped meanwhile')
    this.#launches.get(instanceId)?.abort(why)
    await this.#errands.end(instanceId, why)
    await this.#free(instanceId, grace)
  }

  async #free(instanceId: string, grace: number): Promise<void> {
    const folder = this.#folder(instanceId)
    const held = this.#held.get(instanceId)
    held?.watch.expectEnd()
    const record = held?.record ?? (await readRecord(folder))
    if (record) await endProcesses(() => this.#members(record), grace)
    await this.#letGo(instanceId)
    await this.#parts.network?.detach(instanceId)
    const { groups } = this.#parts.abilities
    await removeGroup(record?.groups ?? groups?.foldersOf(instanceId) ?? [])
    if (record?.port !== undefined) this.#ports.delete(record.port)
    await this.#parts.trash.throwAway(folder)
  }

  async isRunning(instanceId: string): Promise<boolean> {
    const launcher = await this.#launcher(instanceId)
    return launcher !== undefined && isAlive(launcher)
  }

  async listening(instanceId: string): Promise<Listening[]> {
    const record = this.#held.get(instanceId)?.record
    if (!record) return []
    const { application } = await this.#members(record)
    const [anyone] = application
    if (anyone === undefined) return []
    const sockets =
      record.port === undefined ? await listeningIn(anyone) : await listeningOf(application)
    return sockets.map(({ host, port }) => ({ host, port }))
  }

  /** Takes back these and ends every other one that is found. */
  async recover(instances: StartedInstance[]): Promise<void> {
    const wanted = new Set(instances.map(({ instanceId }) => instanceId))
    const found = await listFolders(this.#parts.folders.instances)
    await Promise.all(found.filter((id) => !wanted.has(id)).map((id) => this.stop(id, 0)))
    await this.#parts.network?.keepOnly([...wanted])
    await Promise.all([...wanted].map((id) => this.#takeBack(id)))
  }

  /** For what no event tells. */
  async tick(): Promise<void> {
    await Promise.all([...this.#held.values()].map(({ watch }) => watch.tick()))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((id) => this.#letGo(id)))
  }

  async #takeBack(instanceId: string): Promise<void> {
    if (this.#held.has(instanceId)) return
    const folder = this.#folder(instanceId)
    const record = await readRecord(folder)
    if (!record || !existsSync(join(folder, 'output'))) {
      this.#parts.watcher.onExit({ instanceId, ...lost })
      return
    }
    if (record.port !== undefined) this.#ports.add(record.port)
    const held = await this.#hold(record, await readIdentity(folder))
    await held.watch.look()
  }

  async #prepare(order: LaunchOrder): Promise<InstanceRecord> {
    const folder = this.#folder(order.instanceId)
    const record = await prepareInstance(this.#parts, order, folder, () => this.#ports)
    if (record.port !== undefined) this.#ports.add(record.port)
    return record
  }

  async #launch(
    order: LaunchOrder,
    launching: Omit<Launching, 'folder' | 'signal'> & { signal?: AbortSignal },
  ): Promise<StartedInstance> {
    const { instanceId } = order
    const folder = this.#folder(instanceId)
    const launch = new AbortController()
    this.#launches.set(instanceId, launch)
    const signal = AbortSignal.any([launch.signal, ...(launching.signal ? [launching.signal] : [])])
    try {
      const { launcher, address } = await launchInstance(this.#parts, order, {
        ...{ ...launching, folder, signal },
      })
      const held = await this.#hold(await launching.prepare, identityOf(launcher.pid ?? 0))
      launcher.on('exit', () => void held.watch.look().catch(this.#report))
      signal.throwIfAborted()
      await held.watch.look()
      return { instanceId, address, handle: order }
    } catch (error) {
      await this.#free(instanceId, 0)
      throw error
    } finally {
      this.#launches.delete(instanceId)
    }
  }

  async #hold(record: InstanceRecord, launcher: Identity | undefined): Promise<Held> {
    const { instanceId } = record
    const watch = await watchInstance({
      ...{ instanceId, groups: record.groups, watcher: this.#parts.watcher },
      folder: this.#folder(instanceId),
      find: () => this.#members(record),
      isLauncherAlive: () => this.isRunning(instanceId),
      onProblem: this.#report,
    })
    const held = { record, launcher, watch }
    this.#held.set(instanceId, held)
    return held
  }

  async #letGo(instanceId: string): Promise<void> {
    const held = this.#held.get(instanceId)
    this.#held.delete(instanceId)
    await held?.watch.close()
  }

  async #launcher(instanceId: string): Promise<Identity | undefined> {
    return this.#held.get(instanceId)?.launcher ?? readIdentity(this.#folder(instanceId))
  }

  async #members({ instanceId, groups, isSandboxed }: InstanceRecord): Promise<Members> {
    const launcher = await this.#launcher(instanceId)
    return membersOf({ folder: this.#folder(instanceId), groups, isSandboxed, launcher })
  }

  readonly #report = (error: Error) => this.#parts.log(`Instances: ${error.message}`)

  #folder(instanceId: string): string {
    return folderOf(this.#parts.folders.instances, instanceId)
  }
}
