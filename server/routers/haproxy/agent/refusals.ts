import type { RefusedVisits } from '#platform/model/hosting/deployments/traffic.ts'
import type { HaproxyProcess } from './haproxy-process.ts'

/** Counts what visitors were refused. HAProxy counts it for each worker, from 0 on with each new one. */
export class Refusals {
  readonly refused: RefusedVisits = { connections: 0, idleConnections: 0, requests: 0 }
  readonly #haproxy: HaproxyProcess
  #last = { generation: '', connections: 0, requests: 0 }

  constructor(haproxy: HaproxyProcess) {
    this.#haproxy = haproxy
  }

  /** Reads the counters of the running worker. */
  async update() {
    const generation = (await this.#haproxy.generation()) ?? ''
    const report = await this.#haproxy.api.ask('show stat -1 1 -1').catch(() => '')
    const [head = '', ...rows] = report.split('\n')
    const columns = head.replace(/^# /, '').split(',')
    const sum = (column: string) => {
      const at = columns.indexOf(column)
      return at < 0 ? 0 : rows.reduce((total, row) => total + Number(row.split(',')[at] || 0), 0)
    }
    const now = { generation, connections: sum('dcon'), requests: sum('dreq') }
    const before =
      generation === this.#last.generation ? this.#last : { connections: 0, requests: 0 }
    this.refused.connections += Math.max(0, now.connections - before.connections)
    this.refused.requests += Math.max(0, now.requests - before.requests)
    this.#last = now
  }
}
