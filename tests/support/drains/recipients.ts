import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Identity } from '#kit/crypto/x509.ts'

export interface HeardRequest {
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** A recipient over HTTP on loopback that answers as it is told, by default with 200. */
export async function openHttpRecipient(
  answer: (response: ServerResponse, count: number) => void = (response) => response.end('{}'),
) {
  const heard: HeardRequest[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    heard.push({ url: request.url ?? '', headers: request.headers, body })
    answer(response, heard.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Texts of the lines in the JSON of all requests that were answered with success. */
    texts: () =>
      heard.flatMap(({ body }) =>
        body
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).message as string),
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A recipient over TCP on loopback, or TLS with an identity, that reads until the other side ends. */
export async function openTcpRecipient(identity?: Identity) {
  const connections: Buffer[] = []
  const sockets = new Set<Socket>()
  const onConnection = async (socket: Socket) => {
    sockets.add(socket)
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    socket.on('end', () => connections.push(Buffer.concat(parts)))
    socket.on('error', () => {})
  }
  const server: Server = identity
    ? createTlsServer({ cert: identity.certificate, key: identity.key }, onConnection)
    : createTcpServer(onConnection)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** What came over each connection that has ended. */
    connections,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A recipient of datagrams on loopback. */
export async function openUdpRecipient() {
  const datagrams: Buffer[] = []
  const socket = createSocket('udp4', (datagram) => datagrams.push(datagram))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    datagrams,
    port: socket.address().port,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((closed) => socket.close(closed))
    },
  }
}

/** Messages in a stream with octet counting (RFC 6587). */
export function messagesIn(stream: Buffer): string[] {
  const messages: string[] = []
  for (let at = 0; at < stream.length; ) {
    const space = stream.indexOf(' ', at)
    const end = space + 1 + Number(stream.toString('latin1', at, space))
    messages.push(stream.toString('utf8', space + 1, end))
    at = end
  }
  return messages
}
