import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { Agent } from '#kit/net/http.ts'

const connectTimeout = 3000

/** Connects to an application; an address that does not answer counts as refused after a few seconds. */
export function connectTo(options: NetConnectOpts): Socket {
  const socket = connect({ ...options, noDelay: true })
  const late = setTimeout(() => {
    const error = Object.assign(new Error('the address does not answer'), { syscall: 'connect' })
    socket.destroy(error)
  }, connectTimeout)
  const settled = () => clearTimeout(late)
  return socket.once('connect', settled).once('close', settled)
}

/** Agent for a connection that serves one request. */
class Fresh extends Agent {
  override createConnection = connectTo
}

export const fresh = new Fresh({ keepAlive: false })
