import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LeaseMessage, LeaseRequest } from './lease.ts'
import { PooledPlatform } from './pooled-platform.ts'

interface Lease {
  platform: PooledPlatform
  key: string
  socket: Socket
  stopTelling: () => void
}

/** Counts of a pool, for people. */
export interface PoolUse {
  platforms: number
  leases: number
}

/**
 * Running platforms for files of tests that need one and do nothing to it. Each is used by one file at a time, who asks for it at a
 * socket. The next file gets an account of its own, and finds nothing of the file before; after a failure there is no next file.
 */
export class PlatformPool implements AsyncDisposable {
  readonly socket: string
  readonly #folder: string
  readonly #server: Server
  readonly #leases = new Map<string, Lease[]>()
  /** By settings: each is there at once, or after it was made ready for the next, unless that fails. */
  readonly #free = new Map<string, Promise<PooledPlatform | undefined>[]>()
  readonly #all: Promise<PooledPlatform>[] = []
  #leaseCount = 0

  private constructor(folder: string) {
    this.#folder = folder
    this.socket = join(folder, 'pool.sock')
    this.#server = createServer((socket) => this.#listen(socket))
  }

  static async open(): Promise<PlatformPool> {
    const pool = new PlatformPool(await mkdtemp(join(tmpdir(), 'berth-pool-')))
    pool.#server.listen(pool.socket).unref()
    await once(pool.#server, 'listening')
    return pool
  }

  get use(): PoolUse {
    return { platforms: this.#all.length, leases: this.#leaseCount }
  }

  /**
   * Takes back what a file has used once it has ended. Returns the processor time in milliseconds that its platforms have used
   * meanwhile.
   */
  release(file: string, hasPassed: boolean): number {
    const leases = this.#leases.get(file) ?? []
    this.#leases.delete(file)
    let cpu = 0
    for (const { platform, key, socket, stopTelling } of leases) {
      stopTelling()
      socket.destroy()
      cpu += platform.cpuOfLease
      // One that cannot be stopped is told of at the end, when all are.
      const renewed = platform.renew(hasPassed).catch(() => false)
      this.#freeOf(key).push(renewed.then((isReady) => (isReady ? platform : undefined)))
    }
    return cpu
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    for (const { socket } of [...this.#leases.values()].flat()) socket.destroy()
    await Promise.all([...this.#free.values()].flat())
    const started = await Promise.allSettled(this.#all)
    const running = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    await Promise.all(running.map((platform) => platform.stop()))
    await rm(this.#folder, { recursive: true, force: true })
  }

  #freeOf(key: string): Promise<PooledPlatform | undefined>[] {
    const free = this.#free.get(key) ?? []
    this.#free.set(key, free)
    return free
  }

  #listen(socket: Socket): void {
    socket.on('error', () => {})
    const tell = (message: LeaseMessage) => void socket.write(`${JSON.stringify(message)}\n`)
    createInterface({ input: socket }).once('line', (line) => {
      this.#lease(JSON.parse(line), socket, tell).catch((error: Error) =>
        tell({ kind: 'end', problem: error.message }),
      )
    })
  }

  async #lease(
    { file, settings }: LeaseRequest,
    socket: Socket,
    tell: (message: LeaseMessage) => void,
  ): Promise<void> {
    const key = JSON.stringify(settings)
    const platform = await this.#take(key, settings)
    this.#leaseCount++
    const leases = this.#leases.get(file) ?? []
    this.#leases.set(file, leases)
    leases.push({ platform, key, socket, stopTelling: platform.beginLease(tell) })
  }

  async #take(key: string, settings: Record<string, string>): Promise<PooledPlatform> {
    const free = this.#freeOf(key)
    for (let next = free.shift(); next; next = free.shift()) {
      const platform = await next
      if (platform) return platform
    }
    const started = PooledPlatform.start(settings)
    this.#all.push(started)
    return started
  }
}
