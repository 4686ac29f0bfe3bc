import { once } from 'node:events'
import { BlockList, connect, createServer, isIPv4, type Socket } from 'node:net'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { maxOpenFiles } from '#kit/process/open-files.ts'
import { createPlaces } from './connection-places.ts'
import type { Gate } from './gate.ts'
import { nodeLimits, type OutsideLimits, outsideLimits } from './outside-limits.ts'

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
 * before they reach the server. Those from networks of applications have places of their own.
 */
export function createOutsideListeners(
  gate: Gate,
  limits: OutsideLimits = outsideLimits,
  networks: readonly string[] = [],
): OpenListener {
  // Two descriptors per connection, and half of all are left for everything else.
  const limit = createConnectionLimit(Math.floor(maxOpenFiles() / 4))
  const takeOutside = createPlaces(limits, limit)
  const takeApplication = createPlaces(nodeLimits, limit)
  const applications = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    applications.addSubnet(address, Number(prefix), 'ipv4')
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
        const source = plainAddress(client.remoteAddress ?? '')
        const isApplication = isIPv4(source) && applications.check(source)
        const take = isApplication ? takeApplication : takeOutside
        if (!take(client, port)) return client.destroy()
        clients.add(client)
        const timer = setTimeout(() => client.destroy(), limits.admissionTimeout)
        client.once('close', () => {
          clearTimeout(timer)
          clients.delete(client)
        })
        gate({
          isApplication,
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
