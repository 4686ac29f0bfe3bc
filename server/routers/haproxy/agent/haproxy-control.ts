import { sleep } from '#kit/concurrency/timeout.ts'
import { backendsOf, type Slot, serversOf } from '#routers/haproxy/configuration/backends.ts'
import type { DesiredState } from './desired-state.ts'
import type { HaproxyProcess } from './haproxy-process.ts'
import type { LoadedFiles } from './loaded-files.ts'
import { Servers } from './servers.ts'
import { Slots } from './slots.ts'
import type { TcpPorts } from './tcp-ports.ts'

const tidyEvery = 500
const retryTcpEvery = 1000
const retryAfter = 200

/**
 * Brings HAProxy to the desired state: by its runtime API where that can, else by a new configuration. Changes are made
 * one after another. A process that has died is started again with everything.
 */
export class HaproxyControl {
  readonly desired: DesiredState
  readonly servers: Servers
  readonly #haproxy: HaproxyProcess
  readonly #files: LoadedFiles
  readonly #tcp: TcpPorts
  readonly #slots = new Slots()
  readonly #removed = new Set<string>()
  #loadedTcp = ''
  #changed = new Set<string>()
  #isLoaded = false
  #generation = ''
  #last: Promise<void> = Promise.resolve()
  #pending: Promise<void> | undefined
  #isOver = false

  constructor(options: {
    haproxy: HaproxyProcess
    files: LoadedFiles
    tcp: TcpPorts
    desired: DesiredState
  }) {
    this.#haproxy = options.haproxy
    this.#files = options.files
    this.#tcp = options.tcp
    this.desired = options.desired
    this.servers = new Servers(options.haproxy)
  }

  /** Starts HAProxy, or takes the running one over, and keeps it running. */
  async open() {
    await this.#withLock(() => this.#load())
    void this.#watch()
    void this.#tidy()
  }

  /** Says that an application's route has changed, or with no name anything else. */
  changed(applicationId?: string) {
    if (applicationId !== undefined) this.#changed.add(applicationId)
    this.#pending ??= this.#withLock(() => {
      this.#pending = undefined
      return this.#reconcile()
    })
    this.#pending.catch(() => {})
  }

  /** Resolves once what was changed is in force, in a process that runs. */
  async settled() {
    if (!this.#haproxy.isRunning) this.changed()
    await (this.#pending ?? this.#last)
  }

  /** Whether HAProxy has a configuration of this agent, and not of another. */
  async isCurrent(): Promise<boolean> {
    return (await this.#haproxy.generation()) === this.#generation
  }

  close() {
    this.#isOver = true
  }

  #withLock(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  async #reconcile() {
    if (this.#isOver) return
    try {
      if (this.#isLoaded && this.#haproxy.isRunning && (await this.#apply())) return
    } catch (error) {
      console.error(error)
    }
    // Whatever is different in the process: a new configuration has all of it.
    await this.#loadUntilDone()
  }

  /** Returns false when only a new configuration can have what is wanted. */
  async #apply(): Promise<boolean> {
    const changed = [...this.#changed]
    this.#changed.clear()
    const { routes } = this.desired
    const openable = await this.#tcp.openable(this.#tcp.wanted(routes.values()))
    if (tcpKey(openable) !== this.#loadedTcp) return false
    for (const id of changed) {
      if (routes.has(id) && this.#slots.take(id) === undefined) return false
    }
    const all = changed.map((id) => ({ id, ...this.#serversOf(id) }))
    for (const { wanted } of all) await this.servers.add(wanted)
    await this.#files.apply(this.#haproxy.api, this.desired, this.#slots)
    for (const { id, backends, wanted } of all) {
      await this.servers.retireOthers(backends, wanted)
      if (routes.has(id)) this.#removed.delete(id)
      else if (this.#slots.of(id) !== undefined) this.#removed.add(id)
    }
    return true
  }

  #serversOf(applicationId: string) {
    const route = this.desired.routes.get(applicationId)
    const assigned = route && this.#slots.assigned(route)
    const wanted = assigned ? serversOf(assigned, route) : []
    return { backends: backendsIn(this.#slots.all(applicationId)), wanted }
  }

  async #load() {
    this.#changed.clear()
    this.#removed.clear()
    const { routes } = this.desired
    if (!this.#haproxy.isRunning) this.#tcp.opened([])
    const ports = await this.#tcp.openable(this.#tcp.wanted(routes.values()))
    this.#slots.assign(routes.keys())
    this.#generation = await this.#files.write(this.desired, this.#slots, ports)
    this.servers.reset([...routes.keys()].flatMap((id) => this.#serversOf(id).wanted))
    this.#isLoaded = false
    await this.#haproxy.load(this.#generation)
    this.#isLoaded = true
    this.#loadedTcp = tcpKey(ports)
    this.#tcp.opened(ports.keys())
  }

  /** A configuration that HAProxy refuses is an error; a process that was killed while it started is not. */
  async #loadUntilDone() {
    for (let attempt = 1; !this.#isOver; attempt += 1) {
      try {
        return await this.#load()
      } catch (error) {
        if (attempt === 5) throw error
        console.error(error)
        await sleep(retryAfter)
      }
    }
  }

  async #watch() {
    while (!this.#isOver) {
      await this.#haproxy.ended()
      if (this.#isOver) return
      const isDead = () => !this.#haproxy.isRunning
      await this.#withLock(() => (isDead() ? this.#loadUntilDone() : Promise.resolve())).catch(
        (error) => console.error(error),
      )
      if (isDead()) await sleep(retryAfter)
    }
  }

  /** Removes servers that were drained, and opens TCP ports that have become free. */
  async #tidy() {
    for (let round = 1; !this.#isOver; round += 1) {
      await sleep(tidyEvery)
      await this.#withLock(async () => {
        await this.servers.removeRetired()
        for (const id of this.#removed) this.#releaseSlot(id)
        for (const [id, slot] of this.#slots.spared) this.#releaseSpared(id, slot)
      }).catch(() => {})
      const isTime = (round * tidyEvery) % retryTcpEvery === 0
      if (isTime && this.#tcp.problems.length > 0) this.changed()
    }
  }

  #releaseSlot(applicationId: string) {
    const slot = this.#slots.of(applicationId)
    if (slot === undefined || this.servers.hasAny(backendsIn(this.#slots.all(applicationId))))
      return
    this.#slots.release(applicationId)
    this.#removed.delete(applicationId)
  }

  #releaseSpared(applicationId: string, slot: Slot) {
    const isUsed = (this.desired.routes.get(applicationId)?.spares?.length ?? 0) > 0
    if (isUsed || this.servers.hasAny(backendsIn([slot]))) return
    this.#slots.releaseSpared(applicationId)
  }
}

/** Names of the backends of these slots. */
const backendsIn = (slots: readonly Slot[]): ReadonlySet<string> =>
  new Set(slots.flatMap((slot) => Object.values(backendsOf(slot))))

const tcpKey = (ports: ReadonlyMap<number, string>) => JSON.stringify([...ports].sort())
