import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { until } from '#kit/concurrency/timeout.ts'

const textFrame = 0x81
const masked = 0x80

/** Sends a short text to an application through a WebSocket on the router, and returns the reply. */
export async function sayByWebSocket(
  visitors: string,
  host: string,
  text: string,
): Promise<string> {
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
