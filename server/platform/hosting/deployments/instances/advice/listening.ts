import { isLoopback } from '#kit/net/loopback.ts'
import type { ListeningPorts } from '#platform/model/hosting/deployments/engine.ts'

/** Log lines about an instance that listens where no visitor reaches it; none for one that listens on its port, or not yet at all. */
export function adviceOnListening(
  port: number,
  sockets: readonly ListeningPorts[],
  advice: string | undefined,
): string[] {
  const isReachable = sockets.some((socket) => socket.port === port && !isLoopback(socket.host))
  if (sockets.length === 0 || isReachable) return []
  const where = sockets.slice(0, maxNamed).map(textOf)
  return [
    `The application listens on ${where.join(', ')} so far, and visitors come to 0.0.0.0:${port} (PORT is ${port}).`,
    ...(advice === undefined ? [] : [advice]),
  ]
}

const maxNamed = 5

/** A socket as text; the address of an IPv6 socket stands in brackets. */
export const textOf = ({ host, port }: ListeningPorts) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
