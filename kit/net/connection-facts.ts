import type { X509Certificate } from 'node:crypto'
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
  /** Host name that the peer has asked for in the TLS handshake (SNI), in lower case. */
  serverName: string | undefined
  /** Certificate that the peer was shown; absent without TLS, and when the connection is closed. */
  certificate(): X509Certificate | undefined
  /** Both addresses and ports as text, which name the connection while it is open. */
  key: string
}

const known = new WeakMap<Socket, ConnectionFacts>()

/** Facts of a connection, kept for its further requests. */
export function connectionOf(socket: Socket): ConnectionFacts {
  const facts = known.get(socket)
  if (facts) return facts
  const read: ConnectionFacts = {
    address: plainAddress(socket.remoteAddress ?? ''),
    port: socket.remotePort ?? 0,
    localAddress: plainAddress(socket.localAddress ?? ''),
    localPort: socket.localPort ?? 0,
    secure: (socket as TLSSocket).encrypted === true,
    serverName: serverNameOf(socket as TLSSocket),
    certificate: () => certificateOf(socket as TLSSocket),
    key: connectionKey(socket),
  }
  known.set(socket, read)
  return read
}

/** The same for a connection and for TLS over it, which is another object. */
export const connectionKey = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`

/** Node has `false` where no name was sent. */
function serverNameOf({ servername }: TLSSocket): string | undefined {
  const name = typeof servername === 'string' ? servername.toLowerCase() : ''
  return (name.endsWith('.') ? name.slice(0, -1) : name) || undefined
}

function certificateOf(socket: TLSSocket): X509Certificate | undefined {
  try {
    return socket.getX509Certificate?.()
  } catch {
    // The socket of an HTTP/2 session cannot be used any more once that is closed.
    return undefined
  }
}
