import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import {
  startWebApplication,
  type WebApplication,
} from '#tests/support/applications/web-application.ts'
import { host } from './proxied-application.ts'
import { socketHost } from './router-target.ts'

const timeout = 60_000
const perAddress = 100
const openedAtOnce = 50
/** Each WebSocket sends a message per second. */
const messageEvery = 1000

export interface IdleVisitors extends Disposable {
  /** How many of them are still connected. */
  readonly open: number
}

/** An application that accepts WebSockets and sends back what they send. */
export async function startEcho(): Promise<WebApplication> {
  const application = await startWebApplication()
  application.server.on('upgrade', (_, socket) => {
    socket.on('error', () => {})
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    )
    socket.pipe(socket)
  })
  return application
}

/** Connects visitors of many addresses that have had their response, and others with a WebSocket. */
export async function openIdleVisitors(
  port: number,
  counts: { connections: number; webSockets: number },
): Promise<IdleVisitors> {
  const get = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const upgrade = `GET / HTTP/1.1\r\nHost: ${socketHost}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  const idle = await openAll(port, counts.connections, { request: get, status: 200 })
  const talking = await openAll(port, counts.webSockets, { request: upgrade, status: 101 })
  const all = [...idle, ...talking]
  let next = 0
  const timer = setInterval(
    () => talking[next++ % talking.length]?.write('still here'),
    messageEvery / talking.length,
  )
  return {
    get open() {
      return all.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      for (const socket of all) socket.destroy()
    },
  }
}

interface Greeting {
  request: string
  status: number
}

async function openAll(port: number, count: number, greeting: Greeting): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const begin = sockets.length
    const length = Math.min(openedAtOnce, count - begin)
    const opening = Array.from({ length }, (_, at) => openOne(port, begin + at, greeting))
    sockets.push(...(await Promise.all(opening)))
  }
  return sockets
}

async function openOne(port: number, at: number, { request, status }: Greeting): Promise<Socket> {
  // The router limits the connections of one address.
  const localAddress = `127.0.1.${1 + Math.floor(at / perAddress)}`
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  const answered = once(socket, 'data')
  socket.write(request)
  const [chunk] = await withTimeout(answered, timeout, 'the response to an idle visitor')
  const line = String(chunk).split('\r\n', 1)[0] ?? ''
  if (!line.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`unexpected response: ${line}`)
  return socket.on('data', () => {})
}
