import { Agent, get } from 'node:http'
import { until } from '#kit/concurrency/timeout.ts'

export interface FirstAnswer {
  /** Of the listener; loopback unless told. */
  address?: string
  port: number
  host: string
  /** Body that only the expected version sends. */
  body: string
  /** The body is a part of the answer only. */
  isPart?: boolean
  /** `/` unless told. */
  path?: string
  /** In milliseconds. */
  timeout?: number
  /** Milliseconds between two requests. */
  every?: number
}

/** Asking more often takes the processor from the application that starts, which answers later then. */
const usualPause = 10
const usualTimeout = 60_000

/** Polls a path until the response is a 200 with this body. */
export async function firstAnswer({
  address = '127.0.0.1',
  port,
  host,
  body,
  isPart = false,
  path = '/',
  timeout = usualTimeout,
  every = usualPause,
}: FirstAnswer): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const asking = get({ host: address, port, path, headers: { host }, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('close', () => {
          const isExpected = isPart ? text.includes(body) : text === body
          resolve(response.statusCode === 200 && isExpected)
        })
      })
      asking.on('error', () => resolve(false))
    })
  try {
    await until(ask, { timeout, every, what: `the answer ${JSON.stringify(body)}` })
  } finally {
    agent.destroy()
  }
}
