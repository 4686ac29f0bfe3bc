import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TestBerth } from '#tests/support/platform/berth.ts'
import type { AdminFile } from '#tests/support/platform/platform-files.ts'
import type { LeaseMessage } from './lease.ts'
import { renew } from './renewal.ts'

const millisecondsPerTick = 10

/** One platform of the pool. */
export class PooledPlatform {
  readonly #berth: TestBerth
  #account: AdminFile
  #leases = 1
  #cpuBeforeLease = 0
  #cpuAtEnd: number | undefined
  #stopping: Promise<void> | undefined

  private constructor(berth: TestBerth) {
    this.#berth = berth
    this.#account = berth.admin
  }

  static async start(settings: Record<string, string>): Promise<PooledPlatform> {
    return new PooledPlatform(await TestBerth.start(settings))
  }

  /** Processor time in milliseconds of the server and of what it has waited for. */
  get cpu(): number {
    return this.#cpuAtEnd ?? cpuOf(this.#berth.pid)
  }

  /** The part of it since the last lease began; nothing once the server has ended. */
  get cpuOfLease(): number {
    return Math.max(0, this.cpu - this.#cpuBeforeLease)
  }

  /** Hands the platform over, and tells what its server says and does until the returned function is called. */
  beginLease(tell: (message: LeaseMessage) => void): () => void {
    const { events, data, settings, addresses, pid, exitCode } = this.#berth
    const onOutput = (text: string) => tell({ kind: 'output', text })
    const from = this.#berth.output.length
    const onEnd = () => {
      const said = this.#berth.output.slice(from)
      tell({ kind: 'end', problem: `the server of the platform ended:\n${said}` })
    }
    this.#cpuBeforeLease = this.#leases === 1 ? 0 : this.cpu
    const admin = this.#account
    tell({ kind: 'lease', platform: { data, settings, addresses, admin, pid } })
    events.on('output', onOutput).on('end', onEnd)
    if (exitCode !== null) onEnd()
    return () => {
      events.off('output', onOutput).off('end', onEnd)
    }
  }

  /** Makes it ready for another file, or stops it; whether it is ready. */
  async renew(hasPassed: boolean): Promise<boolean> {
    const email = `admin@${++this.#leases}.localhost`
    const account = hasPassed ? await renew(this.#berth, email).catch(() => undefined) : undefined
    if (!account) {
      await this.stop()
      return false
    }
    this.#account = account
    const file = join(this.#berth.data, 'admin.json')
    await writeFile(file, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 })
    return true
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    this.#cpuAtEnd = this.cpu
    await this.#berth[Symbol.asyncDispose]()
  }
}

/** User and system time of a process and of its children that have ended; the name before them may have spaces. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return ticks * millisecondsPerTick
  } catch {
    // It has ended.
    return 0
  }
}
