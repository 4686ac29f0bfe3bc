import { networkInterfaces } from 'node:os'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import { repeat } from '#providers/kit/servers/repeat.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import type { Gate } from './gate.ts'
import { type OutsideLimits, outsideLimits } from './outside-limits.ts'
import { createOutsideListeners, type OutsideListener } from './outside-listener.ts'

export interface OutsideServerOptions {
  access: ServerAccess
  gate: Gate
  ledger: Ledger
  /** Variable of a resource with the port of its server. */
  portVariable: string
  /** Those of a database server when absent. */
  limits?: OutsideLimits
  /** Milliseconds between checks that every listener is open. */
  every?: number
  onProblem?(problem: unknown): void
}

/** External access to database servers, if the operator enables it. */
export interface OutsideServer {
  /** The ledger, wrapped so that listeners follow its changes. */
  ledger: Ledger
  close(): Promise<void>
}

/** Keeps a listener open for the server of each resource, at each address that the operator has opened. */
export function openOutsideServer(options: OutsideServerOptions): OutsideServer {
  const { access, gate, ledger, portVariable, every = 10_000, onProblem = console.error } = options
  const { bind, networks } = access
  if (bind === undefined) return { ledger, close: async () => {} }
  const open = createOutsideListeners(gate, options.limits ?? outsideLimits, networks)
  const listeners = new Map<string, OutsideListener>()
  const reported = new Set<string>()
  let last: Promise<void> = Promise.resolve()

  async function openOne(key: string, [address, port]: readonly [string, number]): Promise<void> {
    try {
      listeners.set(key, await open(address, port))
      reported.delete(key)
    } catch (cause) {
      if (!reported.has(key)) onProblem(new Error(`no listener at ${key}`, { cause }))
      reported.add(key)
    }
  }

  async function follow(): Promise<void> {
    const wanted = new Map<string, readonly [string, number]>()
    const ports = portsOf(await ledger.all(), portVariable)
    for (const address of addressesOf(bind ?? ''))
      for (const port of ports) wanted.set(`${address} port ${port}`, [address, port])
    for (const [key, listener] of listeners) {
      if (wanted.has(key)) continue
      listeners.delete(key)
      await listener.close()
    }
    for (const [key, place] of wanted) if (!listeners.has(key)) await openOne(key, place)
  }

  const followWithLock = () => {
    last = last.then(follow).catch(onProblem)
    return last
  }
  const endRepeat = repeat(followWithLock, { every, onProblem })
  return {
    ledger: {
      ...ledger,
      async save(resource) {
        await ledger.save(resource)
        await followWithLock()
      },
    },
    async close() {
      await endRepeat()
      await last
      await Promise.all([...listeners.values()].map((listener) => listener.close()))
    },
  }
}

const portsOf = (resources: Awaited<ReturnType<Ledger['all']>>, variable: string): Set<number> =>
  new Set(
    resources
      .filter(({ state }) => state === 'ready' || state === 'untold')
      .map(({ config }) => Number(config[variable]))
      .filter((port) => port > 0),
  )

/** Addresses that an address stands for: a wildcard cannot be bound, because the servers use the loopback address. */
export function addressesOf(bind: string, interfaces = networkInterfaces()): string[] {
  if (bind !== '0.0.0.0' && bind !== '::') return [bind]
  return Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal, family, scopeid }) => {
      if (internal) return false
      return family === 'IPv4' || (bind === '::' && scopeid === 0)
    })
    .map(({ address }) => address)
}
