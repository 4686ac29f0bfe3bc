import type { Socket } from 'node:net'
import { Agent } from '#kit/net/http.ts'
import type { Address } from '#platform/deployments/engine.ts'
import { connectTo } from './connect.ts'

/** Connections kept open to one address. */
class Pool extends Agent {
  isOpen = true

  constructor() {
    super({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' })
  }

  override getName() {
    return 'one'
  }

  override createConnection = connectTo

  // The default asks for TCP probes and timers with every request; `sweep` ends what lies idle instead.
  override keepSocketAlive() {
    return this.isOpen
  }

  endIdle() {
    for (const socket of this.freeSockets.one ?? []) (socket as Socket).destroy()
  }
}

/** One address that requests go to: its kept connections, and how many requests are under way. */
export class Upstream {
  readonly host: string
  readonly port: number
  readonly pool = new Pool()
  #underWay = 0
  #used = false
  #onIdle: (() => void)[] = []
  #mark: string | undefined

  constructor({ host, port }: Address) {
    this.host = host
    this.port = port
  }

  /** Names this upstream in a visitor's cookie without telling its address. */
  get mark(): string {
    this.#mark ??= process
      .getBuiltinModule('node:crypto')
      .createHash('sha256')
      .update(keyOf(this))
      .digest('hex')
      .slice(0, 16)
    return this.#mark
  }

  get underWay() {
    return this.#underWay
  }

  begin() {
    this.#underWay += 1
    this.#used = true
  }

  end() {
    this.#underWay -= 1
    if (this.#underWay === 0) for (const tell of this.#onIdle.splice(0)) tell()
  }

  /** Calls back once no request is under way; at once when none is. */
  onIdle(tell: () => void) {
    if (this.#underWay === 0) tell()
    else this.#onIdle.push(tell)
  }

  /** Whether new connections may be kept; without, those that lie idle are ended. */
  keepConnections(keep: boolean) {
    this.pool.isOpen = keep
    if (!keep) this.pool.endIdle()
  }

  /** Ends kept connections when there was no request since the last sweep. */
  sweep() {
    if (!this.#used) this.pool.endIdle()
    this.#used = this.#underWay > 0
  }
}

export const keyOf = ({ host, port }: Address): string => `${host} ${port}`
