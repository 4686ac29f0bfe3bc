import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { SocketTarget } from './socket-target.ts'

/**
 * Sends each message as a datagram of its own, one after the other. Nobody tells whether one has arrived; only a host
 * that is not found or cannot be reached is an error.
 */
export async function sendUdp(
  { host, port }: SocketTarget,
  lookup: LookupFunction,
  messages: readonly Buffer[],
  signal: AbortSignal,
): Promise<void> {
  const { createSocket } = process.getBuiltinModule('node:dgram')
  const { address, family } = await resolved(host, lookup)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  const failing = Promise.withResolvers<never>()
  failing.promise.catch(() => {})
  socket.on('error', failing.reject)
  try {
    // Connected, so that a port without a listener is reported, at the latest by the next batch.
    const connecting = Promise.withResolvers<void>()
    socket.connect(port, address, connecting.resolve)
    await Promise.race([connecting.promise, failing.promise])
    for (const message of messages) {
      signal.throwIfAborted()
      await new Promise<void>((resolve, reject) =>
        socket.send(message, (error) => (error ? reject(error) : resolve())),
      )
    }
  } finally {
    socket.close()
  }
}

function resolved(host: string, lookup: LookupFunction): Promise<LookupAddress> {
  const known = isIP(host)
  if (known) return Promise.resolve({ address: host, family: known })
  return new Promise((resolve, reject) =>
    lookup(host, { all: true }, (error, found) => {
      const [first] = Array.isArray(found) ? found : []
      if (error || !first) reject(error ?? new Error('unknown host'))
      else resolve(first)
    }),
  )
}
