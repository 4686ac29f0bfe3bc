import type { Socket } from 'node:net'
import { type OnBytes, pump } from '#routers/node/proxy/body.ts'
import type { RequestRecord } from '#routers/node/proxy/request-record.ts'
import type { Tunnels } from './open-tunnels.ts'
import { closeFrame, WebSocketFrames } from './websocket-frames.ts'

/** One end of an upgraded connection, with the bytes already received. */
export interface TunnelEnd {
  socket: Socket
  head: Buffer
}

const probeAfter = 60_000
/** Time for the other side to answer a close frame with its own. */
const closeTimeout = 2000

/** Who is to know of an upgraded connection. */
export interface TunnelHooks {
  record: RequestRecord
  /** Absent where the protocol is no WebSocket, whose end can be announced. */
  tunnels: Tunnels | undefined
}

/** Confirms the upgrade to the visitor, then copies bytes both ways until either end closes. */
export function joinSockets(
  visitor: TunnelEnd,
  application: TunnelEnd,
  headers: string[],
  { record, tunnels }: TunnelHooks,
) {
  let head = 'HTTP/1.1 101 Switching Protocols\r\n'
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  visitor.socket.write(`${head}\r\n`, 'latin1')
  const framesOf = () => (tunnels ? new WebSocketFrames() : undefined)
  const up = new Direction(application.socket, 'client', framesOf())
  const down = new Direction(visitor.socket, 'server', framesOf())
  carry(visitor, up, (bytes) => record.received(bytes))
  carry(application, down, (bytes) => record.sent(bytes))
  if (!tunnels) return
  const tunnel = { close: () => closeBoth(up, down) }
  tunnels.add(tunnel)
  visitor.socket.on('close', () => tunnels.delete(tunnel))
}

/** Gives each side the close frame that it expects from the other; what follows would be lost, and is not passed on. */
function closeBoth(up: Direction, down: Direction) {
  for (const direction of [up, down]) direction.close()
  setTimeout(() => {
    for (const { socket } of [up, down]) socket.end()
  }, closeTimeout)
}

/** What goes to one end of a WebSocket. */
class Direction {
  readonly socket: Socket
  readonly #from: 'client' | 'server'
  readonly #frames: WebSocketFrames | undefined
  #isClosing = false
  #isClosed = false

  constructor(socket: Socket, from: 'client' | 'server', frames: WebSocketFrames | undefined) {
    this.socket = socket
    this.#from = from
    this.#frames = frames
  }

  write(chunk: Buffer): boolean {
    if (this.#isClosed) return true
    const end = this.#frames?.pass(chunk) ?? 0
    if (!this.#isClosing || end === 0) return this.socket.write(chunk)
    const isFlowing = this.socket.write(chunk.subarray(0, end))
    this.#sendClose()
    return isFlowing
  }

  once(event: 'drain', listener: () => void) {
    this.socket.once(event, listener)
  }

  close() {
    this.#isClosing = true
    if (this.#frames?.isBetween) this.#sendClose()
  }

  #sendClose() {
    this.#isClosed = true
    if (!this.#frames?.hasClosed) this.socket.write(closeFrame(this.#from))
  }
}

function carry({ socket, head }: TunnelEnd, to: Direction, onBytes: OnBytes) {
  socket.setTimeout(0)
  // Either side may be silent for hours; TCP keep-alive detects dead peers.
  socket.setKeepAlive(true, probeAfter)
  socket.on('error', () => {})
  socket.on('end', () => to.socket.end())
  socket.on('close', () => to.socket.destroy())
  if (head.length > 0) {
    onBytes(head.length)
    to.write(head)
  }
  pump(socket, to, onBytes)
}
