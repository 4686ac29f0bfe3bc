import { sleep } from '#kit/concurrency/timeout.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import { isChecked } from '#routers/haproxy/configuration/backends.ts'
import type { BackendServer } from '#routers/haproxy/configuration/configuration.ts'
import { instanceOf, serverName, upstreamName } from '#routers/haproxy/configuration/server-name.ts'
import type { HaproxyProcess } from './haproxy-process.ts'

const drainEvery = 20

interface LiveServer extends BackendServer {
  /** In maintenance: it gets no new requests, and is removed when it has none left. */
  isRetired: boolean
}

/** The servers in HAProxy's backends, which are added and removed while it runs. */
export class Servers {
  readonly #haproxy: HaproxyProcess
  #live = new Map<string, LiveServer>()

  constructor(haproxy: HaproxyProcess) {
    this.#haproxy = haproxy
  }

  /** Says what a new configuration has. */
  reset(servers: Iterable<BackendServer>) {
    this.#live = new Map()
    for (const server of servers) this.#live.set(keyOf(server), { ...server, isRetired: false })
  }

  /** Adds those that are missing. */
  async add(wanted: Iterable<BackendServer>) {
    const { api } = this.#haproxy
    for (const server of wanted) {
      const key = keyOf(server)
      const known = this.#live.get(key)
      if (known && !known.isRetired) continue
      if (known) await api.run(`set server ${key} state ready`)
      else {
        await api.run(`add server ${key} ${server.address} ${server.options}`)
        if (isChecked(server)) await api.run(`enable health ${key}`)
        await api.run(`enable server ${key}`)
      }
      this.#live.set(key, { ...server, isRetired: false })
    }
  }

  /** Sends nothing new to those of these backends that are not wanted; their requests in flight go on. */
  async retireOthers(backends: ReadonlySet<string>, wanted: Iterable<BackendServer>) {
    const keys = new Set([...wanted].map(keyOf))
    for (const [key, server] of this.#live) {
      if (!backends.has(server.backend) || keys.has(key) || server.isRetired) continue
      await this.#haproxy.api.run(`set server ${key} state maint`)
      server.isRetired = true
    }
  }

  /** Removes retired ones without requests; HAProxy refuses to remove the others. */
  async removeRetired() {
    for (const [key, { isRetired }] of this.#live) {
      if (!isRetired) continue
      const output = await this.#haproxy.api.ask(`del server ${key}`)
      if (output.includes('deleted')) this.#live.delete(key)
    }
  }

  /** Whether a backend has a server, also a retired one. */
  hasAny(backends: ReadonlySet<string>): boolean {
    return [...this.#live.values()].some(({ backend }) => backends.has(backend))
  }

  /** Resolves once none of these addresses has a request in flight in any worker, or the timeout has passed. */
  async drain(addresses: Address[], timeout: number) {
    const end = performance.now() + timeout
    while (performance.now() < end) {
      if ((await this.#inFlight(addresses)) === 0) return
      await sleep(Math.min(drainEvery, Math.max(1, end - performance.now())))
    }
  }

  /** The name of a server has a hash of its address, by which it is recognised in workers with other backends too. */
  async #inFlight(addresses: Address[]): Promise<number> {
    let count = 0
    for (const { name, current } of await this.#busy()) {
      if (isAt(name, addresses)) count += current
    }
    return count
  }

  /** Requests and upgraded connections under way, by instance. */
  async inFlight(): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for (const { name, current } of await this.#busy()) {
      const instanceId = instanceOf(name)
      if (instanceId) counts.set(instanceId, (counts.get(instanceId) ?? 0) + current)
    }
    return counts
  }

  /** Servers with requests, in all workers. */
  async #busy(): Promise<{ name: string; current: number }[]> {
    const { api, master } = this.#haproxy
    const reports = [await api.ask(statistics).catch(() => '')]
    for (const pid of await this.#haproxy.oldWorkers()) {
      reports.push(await master.ask(`@!${pid} ${statistics}`).catch(() => ''))
    }
    return reports
      .join('\n')
      .split('\n')
      .flatMap((line) => {
        const [, name = '', , , text = ''] = line.split(',')
        const current = text === '0' ? 0 : Number(text) || 0
        return current > 0 ? [{ name, current }] : []
      })
  }
}

/** One line for each server: backend, name, queue, its maximum, and requests in flight. */
const statistics = 'show stat -1 4 -1'

function isAt(name: string, addresses: Address[]): boolean {
  const instanceId = instanceOf(name) as InstanceId | undefined
  if (!instanceId) return false
  return addresses.some((address) => serverName({ instanceId, address }) === upstreamName(name))
}

const keyOf = ({ backend, name }: BackendServer) => `${backend}/${name}`
