import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { plainAddress } from './plain-address.ts'

/** Facts taken from the connection itself. */
export interface ConnectionFacts {
  /** Address and port of the peer. */
  address: string
  port: number
  /** Address and port that the peer has connected to. */
  localAddress: string
  localPort: number
  secure: boolean
  /** Both addresses and ports as text, which name the connection while it is open. */
  key: string
}

const known = new WeakMap<Socket, ConnectionFacts>()

/** Facts of a connection, kept for its further requests. */
export function connectionOf(socket: Socket): ConnectionFacts {
  const facts = known.get(socket)
  if (facts) return facts
  const read = {
    address: plainAddress(socket.remoteAddress ?? ''),
    port: socket.remotePort ?? 0,
    localAddress: plainAddress(socket.localAddress ?? ''),
    localPort: socket.localPort ?? 0,
    secure: (socket as TLSSocket).encrypted === true,
    key: connectionKey(socket),
  }
  known.set(socket, read)
  return read
}

/** The same for a connection and for TLS over it, which is another object. */
export const connectionKey = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
