import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'

const timeout = 300_000

/** An address of the loopback network that only this test uses, as an instance has one in its own network. */
export const loopback = () => `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(2, 255)}`

export interface TcpInstance extends AsyncDisposable {
  address: Address
}

/** Listens on the TCP port of redirections. */
export async function startTcpInstance(serve: (socket: Socket) => void): Promise<TcpInstance> {
  const host = loopback()
  const sockets = new Set<Socket>()
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  server.listen(4040, host)
  await once(server, 'listening')
  return {
    address: { host, port: 8080 },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** An open connection to a port of this machine. */
export async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await withTimeout(once(socket, 'connect'), timeout, 'a connection')
  return socket.on('error', () => {})
}

/** Sends bytes, ends this half, and returns what comes back. */
export async function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  const socket = await connected(port)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.end(bytes)
  // A reset is an end too.
  const closed = new Promise((resolve) => socket.on('close', resolve))
  await withTimeout(closed, timeout, 'the end of a connection')
  return Buffer.concat(chunks)
}
