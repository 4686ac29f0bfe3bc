import type { Socket } from 'node:net'
import { type OnBytes, pump } from './body.ts'
import type { RequestRecord } from './request-record.ts'

/** One end of an upgraded connection, with the bytes already received. */
export interface TunnelEnd {
  socket: Socket
  head: Buffer
}

const probeAfter = 60_000

/** Confirms the upgrade to the visitor, then copies bytes both ways until either end closes. */
export function joinSockets(
  visitor: TunnelEnd,
  application: TunnelEnd,
  headers: string[],
  record: RequestRecord,
) {
  let head = 'HTTP/1.1 101 Switching Protocols\r\n'
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  visitor.socket.write(`${head}\r\n`, 'latin1')
  carry(visitor, application, (bytes) => record.received(bytes))
  carry(application, visitor, (bytes) => record.sent(bytes))
}

function carry(from: TunnelEnd, to: TunnelEnd, onBytes: OnBytes) {
  const { socket } = from
  socket.setTimeout(0)
  // Either side may be silent for hours; TCP keep-alive detects dead peers.
  socket.setKeepAlive(true, probeAfter)
  socket.on('error', () => {})
  socket.on('end', () => to.socket.end())
  socket.on('close', () => to.socket.destroy())
  if (from.head.length > 0) {
    onBytes(from.head.length)
    to.socket.write(from.head)
  }
  pump(socket, to.socket, onBytes)
}
