import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { SocketTarget } from './socket-target.ts'

const timeout = 10_000
/** Time that a recipient gets to close the connection after everything was sent. */
const closingTimeout = 2000

export interface TcpOptions {
  target: SocketTarget
  lookup: LookupFunction
  trust: () => SecureContext
}

/**
 * Sends bytes over a connection of their own and ends it. Syslog has no acknowledgement: it counts as delivered when
 * all was handed over and the recipient has closed its side, or at least not reset the connection.
 */
export async function sendTcp(
  { target, lookup, trust }: TcpOptions,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const { host, port, isTls } = target
  const tls = process.getBuiltinModule('node:tls')
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  limit.throwIfAborted()
  const to = { host, port, lookup }
  const name = isIP(host) ? {} : { servername: host }
  const socket: Socket = isTls
    ? tls.connect({ ...to, ...name, secureContext: trust() })
    : connect(to)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => socket.destroy(limit.reason)
  limit.addEventListener('abort', abort)
  let closing: NodeJS.Timeout | undefined
  let isWritten = false
  socket.on('error', reject)
  socket.on('close', () => {
    if (isWritten) resolve()
    else reject(new Error('the connection ended too early'))
  })
  // What the recipient says is not read, but has to be taken for the connection to end.
  socket.resume()
  socket.end(bytes, () => {
    isWritten = true
    closing = setTimeout(resolve, closingTimeout)
  })
  try {
    await promise
  } finally {
    clearTimeout(closing)
    limit.removeEventListener('abort', abort)
    socket.on('error', () => {})
    socket.destroy()
  }
}
