import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  requests: number
  connections: number
  /** Returns the next request as text, including headers. */
  nextRequest: () => string
  /** Called with the milliseconds until each response. */
  onLatency?: (milliseconds: number) => void
}

/** Sends requests over keep-alive connections, one at a time on each; throws unless every status is 200. */
export async function sendLoad(load: Load): Promise<void> {
  const { port, requests, connections, nextRequest, onLatency } = load
  let left = requests
  const work = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    const answered = answersOf(socket)
    while (left-- > 0) {
      const begin = performance.now()
      socket.write(nextRequest())
      await answered()
      onLatency?.(performance.now() - begin)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, work))
}

/** Returns a function that waits for one complete response with a `Content-Length`. */
function answersOf(socket: Socket): () => Promise<void> {
  let text = ''
  let waiting = Promise.withResolvers<void>()
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
    const end = text.indexOf('\r\n\r\n') + 4
    if (end < 4) return
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1])
    if (!text.startsWith('HTTP/1.1 200 ') || !(length >= 0)) {
      waiting.reject(new Error(`unexpected response:\n${text}`))
    } else if (text.length >= end + length) {
      text = text.slice(end + length)
      waiting.resolve()
    }
  })
  socket.on('close', () => waiting.reject(new Error('the connection was closed')))
  return async () => {
    await waiting.promise
    waiting = Promise.withResolvers()
    waiting.promise.catch(() => {})
  }
}
