import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type RequestOptions, request as requestTls } from 'node:https'
import type { Duplex } from 'node:stream'

/** For the answer to the request; then both sides have their own signs of life. */
const answerTimeout = 60_000

export interface UpgradeRequest {
  incoming: IncomingMessage
  socket: Duplex
  head: Buffer
}

/** Sends a request to upgrade to another server, and connects the two sockets; rejects when that does not answer. */
export function passUpgrade(
  url: string,
  { incoming, socket, head }: UpgradeRequest,
  options: RequestOptions & { headers: IncomingHttpHeaders },
): Promise<void> {
  const headers = { ...options.headers, connection: 'Upgrade' }
  const sent = requestTls(url, { ...options, method: incoming.method, headers })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  sent.setTimeout(answerTimeout, () => sent.destroy(new Error('no answer')))
  sent.on('error', reject)
  socket.once('close', () => sent.destroy())
  sent.on('upgrade', (answer, upstream, first) => {
    upstream.setTimeout(0)
    socket.write(headOf(answer))
    socket.write(first)
    upstream.write(head)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
      one.pipe(other)
    }
    resolve()
  })
  sent.on('response', (answer) => {
    socket.write(headOf(answer))
    answer.pipe(socket).on('error', () => answer.destroy())
    resolve()
  })
  sent.end()
  return promise
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let at = 0; at < rawHeaders.length; at += 2)
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
