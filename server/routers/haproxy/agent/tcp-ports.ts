import type { Route, TcpProblem } from '#platform/model/hosting/deployments/traffic.ts'
import { requireFree } from '#routers/control/require-free.ts'

/** Ports of TCP redirections. HAProxy does not start when one of them is in use, so that only free ones are configured. */
export class TcpPorts {
  readonly #host: string
  #open = new Set<number>()
  #problems = new Map<number, string>()

  constructor(host: string) {
    this.#host = host
  }

  /** Ports that are in use by other programs. */
  get problems(): TcpProblem[] {
    return [...this.#problems].map(([port, code]) => ({ port, code }))
  }

  /** Which application has each port; of several, the latest. */
  wanted(routes: Iterable<Route>): Map<number, string> {
    const ports = new Map<number, string>()
    for (const { applicationId, tcpPorts } of routes) {
      for (const port of tcpPorts) ports.set(port, applicationId)
    }
    return ports
  }

  /** Those of the wanted ports that can be opened, or are open already. */
  async openable(wanted: ReadonlyMap<number, string>): Promise<Map<number, string>> {
    const ports = new Map<number, string>()
    this.#problems = new Map()
    for (const [port, applicationId] of wanted) {
      try {
        if (!this.#open.has(port)) await requireFree(this.#host, port)
        ports.set(port, applicationId)
      } catch (error) {
        this.#problems.set(port, (error as NodeJS.ErrnoException).code ?? 'unknown')
      }
    }
    return ports
  }

  /** Ports that HAProxy has open. */
  get openPorts(): number[] {
    return [...this.#open]
  }

  /** Says which ports HAProxy has open. */
  opened(ports: Iterable<number>) {
    this.#open = new Set(ports)
  }
}
