import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createCallRate } from '#kit/concurrency/call-rate.ts'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { networkOf } from '#kit/net/network.ts'
import { maxOpenFiles } from '#kit/process/open-files.ts'
import type { Gate } from './gate.ts'
import { type OutsideLimits, outsideLimits } from './outside-limits.ts'

/** Listener at an address and port for connections to a database server from outside. */
export interface OutsideListener {
  close(): Promise<void>
}

/** Opens listeners for the servers of one provider, with common limits. */
export type OpenListener = (address: string, port: number) => Promise<OutsideListener>

const connectTimeout = 5_000
const keepAliveDelay = 60_000

/**
 * Listeners that relay to the same port of the loopback address. Connections beyond the limits are closed at once,
 * before they reach the server.
 */
export function createOutsideListeners(
  gate: Gate,
  { maxTotal, maxPerSource, rate: sourceRate, admissionTimeout }: OutsideLimits = outsideLimits,
): OpenListener {
  const held = createKeyedSlots()
  const rate = createCallRate(sourceRate)
  // Two descriptors per connection, and half of all are left for everything else.
  const limit = createConnectionLimit(Math.floor(maxOpenFiles() / 4))

  /** Reserves a place for a connection until it closes; `false` when there is none. */
  const hasPlace = (client: Socket, port: number): boolean => {
    const source = networkOf(client.remoteAddress ?? '')
    if (limit.isReached || rate.take(source) > 0) return false
    using slots = new DisposableStack()
    for (const [key, max] of [
      [`${port} ${source}`, maxPerSource],
      [`${port}`, maxTotal],
    ] as const) {
      const slot = held.take(key, max)
      if (!slot) return false
      slots.use(slot)
    }
    limit.opened()
    slots.defer(() => limit.closed())
    const taken = slots.move()
    client.once('close', () => taken.dispose())
    return true
  }

  return async (address, port) => {
    const clients = new Set<Socket>()
    const server = createServer(
      {
        noDelay: true,
        pauseOnConnect: true,
        keepAlive: true,
        keepAliveInitialDelay: keepAliveDelay,
      },
      (client) => {
        client.on('error', () => client.destroy())
        if (!hasPlace(client, port)) return client.destroy()
        clients.add(client)
        const timer = setTimeout(() => client.destroy(), admissionTimeout)
        client.once('close', () => {
          clearTimeout(timer)
          clients.delete(client)
        })
        gate({
          client,
          connect: () => connectTo(port, client),
          admit: () => clearTimeout(timer),
        }).catch(() => client.destroy())
      },
    )
    server.listen({ host: address, port })
    await once(server, 'listening')
    return {
      async close() {
        const closed = once(server, 'close')
        server.close()
        for (const client of clients) client.destroy()
        await closed
      },
    }
  }
}

/** Connects to the database server; that connection ends with the client's. */
async function connectTo(port: number, client: Socket): Promise<Socket> {
  const server = connect({ host: '127.0.0.1', port, noDelay: true })
  server.on('error', () => client.destroy())
  client.once('close', () => server.destroySoon())
  await withTimeout(once(server, 'connect'), connectTimeout, 'the database server').catch(
    (problem) => {
      server.destroy()
      throw problem
    },
  )
  return server
}
