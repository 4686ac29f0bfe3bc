import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { withTimeout } from '#kit/concurrency/timeout.ts'

const events = 10
const timeout = 20_000

/** Follows an endless event stream for about a second; throws unless its events come in order, none is missing, and it is not cut. */
export async function followEvents({ port, host }: { port: number; host: string }): Promise<void> {
  const headers = { host, accept: 'text/event-stream' }
  const asking = request({ host: '127.0.0.1', port, path: '/events', headers, timeout }).end()
  asking.on('timeout', () => asking.destroy(new Error('no answer in time')))
  try {
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    asking.on('error', () => {})
    if (response.statusCode !== 200) throw new Error(`answered with ${response.statusCode}`)
    await withTimeout(readEvents(response), timeout, `${events} events`)
  } finally {
    asking.destroy()
  }
}

async function readEvents(response: IncomingMessage): Promise<void> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    text += part
    const heard = text.split('\n\n').slice(0, -1)
    const isInOrder = heard.every((event, number) => event === `id: ${number}\ndata: event`)
    if (!isInOrder) throw new Error(`out of order: ${JSON.stringify(text.slice(0, 80))}`)
    if (heard.length >= events) return
  }
  throw new Error('cut')
}
