import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { until } from '#kit/concurrency/timeout.ts'

const textFrame = 0x81
const masked = 0x80

/** Opens a WebSocket of an application on the router. */
export async function openWebSocket(
  visitors: string,
  host: string,
): Promise<{ socket: Socket; head: Buffer }> {
  const asking = request({
    host: '127.0.0.1',
    port: new URL(visitors).port,
    headers: {
      host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': btoa('sixteen bytes ok'),
    },
  }).end()
  const [, socket, head] = (await once(asking, 'upgrade')) as [IncomingMessage, Socket, Buffer]
  return { socket, head }
}

/** Sends a short text to an application through a WebSocket on the router, and returns the reply. */
export async function sayByWebSocket(
  visitors: string,
  host: string,
  text: string,
): Promise<string> {
  const { socket, head } = await openWebSocket(visitors, host)
  let heard = head
  socket.on('data', (part) => {
    heard = Buffer.concat([heard, part])
  })
  const mask = [0, 0, 0, 0]
  socket.write(Buffer.from([textFrame, masked | text.length, ...mask, ...Buffer.from(text)]))
  try {
    await until(() => heard.length > 1 && heard.length >= 2 + (heard[1] ?? 0), {
      timeout: 300_000,
      what: 'an answer through the WebSocket',
    })
  } finally {
    socket.destroy()
  }
  return heard.toString('utf8', 2)
}

/** A WebSocket that is kept open, and what a visitor has received when it ends. */
export async function holdWebSocket(
  visitors: string,
  host: string,
): Promise<{ ended: Promise<Buffer> }> {
  const { socket, head } = await openWebSocket(visitors, host)
  const parts = [head]
  socket.on('data', (part) => void parts.push(part)).on('end', () => socket.end())
  return { ended: once(socket, 'close').then(() => Buffer.concat(parts)) }
}

/** A close frame of a server that goes away: status 1001. */
export const goingAway: Buffer = Buffer.from([0x88, 2, 0x03, 0xe9])
