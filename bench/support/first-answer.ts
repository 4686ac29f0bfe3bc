import { Agent, get } from 'node:http'
import { until } from '#kit/concurrency/timeout.ts'

export interface FirstAnswer {
  /** Of the listener; loopback unless told. */
  address?: string
  port: number
  host: string
  /** Body that only the expected version sends. */
  body: string
  /** In milliseconds. */
  timeout?: number
  /** Milliseconds between two requests. */
  every?: number
}

const usualPause = 3
const usualTimeout = 60_000

/** Polls `/` until the response is a 200 with this body. */
export async function firstAnswer({
  address = '127.0.0.1',
  port,
  host,
  body,
  timeout = usualTimeout,
  every = usualPause,
}: FirstAnswer): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const asking = get({ host: address, port, headers: { host }, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('close', () => resolve(response.statusCode === 200 && text === body))
      })
      asking.on('error', () => resolve(false))
    })
  try {
    await until(ask, { timeout, every, what: `the answer ${JSON.stringify(body)}` })
  } finally {
    agent.destroy()
  }
}
