import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { sleep, until } from '#kit/concurrency/timeout.ts'

const messages = 10
const pause = 100
const textFrame = 0x81
const masked = 0x80
const timeout = 20_000

/** A WebSocket of one second with some messages; throws unless each is echoed. */
export async function echoByWebSocket({
  port,
  host,
}: {
  port: number
  host: string
}): Promise<void> {
  const asking = request({
    host: '127.0.0.1',
    port,
    headers: {
      host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': btoa('sixteen bytes ok'),
    },
    timeout,
  }).end()
  asking.on('timeout', () => asking.destroy(new Error('no answer in time')))
  const refused = once(asking, 'response').then(([response]) => {
    response.resume()
    throw new Error(`answered with ${response.statusCode}`)
  })
  refused.catch(() => {})
  const upgraded = once(asking, 'upgrade') as Promise<[IncomingMessage, Socket, Buffer]>
  const [, socket, head] = await Promise.race([upgraded, refused])
  let heard = head
  let isClosed = false
  socket.on('data', (part) => {
    heard = Buffer.concat([heard, part])
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      isClosed = true
    })
  try {
    for (let number = 0; number < messages; number++) {
      const message = `message ${number}`
      const frame = [textFrame, masked | message.length, 0, 0, 0, 0, ...Buffer.from(message)]
      socket.write(Buffer.from(frame))
      const length = 2 + message.length
      await until(() => heard.length >= length || isClosed, { timeout, every: 5, what: 'an echo' })
      if (heard.subarray(2, length).toString() !== message) throw new Error('cut')
      heard = heard.subarray(length)
      await sleep(pause)
    }
  } finally {
    socket.destroy()
  }
}
