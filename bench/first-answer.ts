import { Agent, get } from 'node:http'
import { sleep, withDeadline } from '#kit/deadline.ts'

export interface Awaited {
  port: number
  host: string
  /** What only the version that is waited for answers. */
  body: string
}

const shortestPause = 5
/** Of the time waited so far: asking costs the old version and the router time that the new one needs. */
const pauseShare = 0.01
const deadline = 120_000

/** Asks for `/` again and again until the answer is a 200 with this body. */
export async function firstAnswer({ port, host, body }: Awaited): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const asking = get({ host: '127.0.0.1', port, headers: { host }, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('close', () => resolve(response.statusCode === 200 && text === body))
      })
      asking.on('error', () => resolve(false))
    })
  const stop = new AbortController()
  const keepAsking = async () => {
    const begin = performance.now()
    while (!(await ask())) {
      const waited = performance.now() - begin
      await sleep(Math.max(shortestPause, waited * pauseShare), stop.signal)
    }
  }
  try {
    await withDeadline(keepAsking(), deadline, `the answer ${JSON.stringify(body)}`)
  } finally {
    stop.abort()
    agent.destroy()
  }
}
