import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { type EdgeAnswer, type EdgeRequest, edgeClientTls } from './edge-protocol.ts'

/** Where an edge is, and the key that it shares with the server. */
export interface EdgeAddress {
  name: string
  host: string
  port: number
  /** Hexadecimal digits. */
  key: string
}

/** Sends one request to an edge. Throws when it does not answer in time, or could not do it. */
export async function askEdge(
  { name, host, port, key }: EdgeAddress,
  body: EdgeRequest,
  timeout: number,
): Promise<EdgeAnswer> {
  const call = request({ host, port, agent: false, method: 'POST', ...edgeClientTls(key) })
  call.end(JSON.stringify(body))
  const answered = async () => {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return JSON.parse(await text(response)) as EdgeAnswer
  }
  try {
    const answer = await withTimeout(answered(), timeout, `the answer of edge ${name}`)
    if (answer.isStale) throw new Error('it has begun another session')
    if (answer.problem) throw new Error(`it could not ${body.kind}: ${answer.problem}`)
    return answer
  } finally {
    call.on('error', () => {}).destroy()
  }
}
