import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientRequest } from '#kit/net/http.ts'
import { pairsOf } from './headers.ts'
import { pump } from './pump.ts'

const discardTimeout = 30_000

/** Sends the visitor's body along once there is a connection: until then another address may be tried with it. */
export function upload(response: ServerResponse, client: ClientRequest, onBytes: () => void) {
  const { req: request } = response
  if (request.headers.expect) client.on('continue', () => response.writeContinue())
  const begin = () => {
    pump(request, client, onBytes)
    request.on('end', () => {
      if (request.rawTrailers.length > 0) client.addTrailers(pairsOf(request.rawTrailers))
      client.end()
    })
    // Without this the head would wait for the first byte of the body, which may wait for a 100.
    client.flushHeaders()
  }
  client.on('socket', (socket: Socket) => {
    if (socket.connecting) socket.once('connect', begin)
    else begin()
  })
}

/** An application may answer before it has read the whole body; the visitor still gets to the end of it. */
export function discardUpload({ req: request }: ServerResponse) {
  if (request.complete) return
  const { socket } = request
  request.removeAllListeners('data')
  request.resume()
  setTimeout(() => request.complete || socket.destroy(), discardTimeout).unref()
}
