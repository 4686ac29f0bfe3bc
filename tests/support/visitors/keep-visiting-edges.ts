import { request } from 'node:http'
import { sleep } from '#kit/concurrency/timeout.ts'

/** What visitors saw while they kept visiting. */
export interface EdgeVisits {
  answers: number
  /** Requests that got no answer of the application. */
  failures: string[]
  /** Requests that went to another edge, because the first did not accept the connection. */
  moved: number
  bodies: string[]
}

export interface EdgeVisitors extends AsyncDisposable {
  stop(): Promise<EdgeVisits>
}

const pace = 50
const connectTimeout = 30_000
const answerTimeout = 300_000

class UnreachableError extends Error {}

/** Visitors whose name server knows the addresses of several edges: as browsers do, they try the next when one takes no connection. */
export function keepVisitingEdges(
  addresses: readonly string[],
  host: string,
  visitors = 4,
): EdgeVisitors {
  const seen = { answers: 0, failures: [] as string[], moved: 0 }
  const bodies = new Set<string>()
  let isOver = false
  const keepAsking = async (_each: unknown, index: number) => {
    let isLast: boolean
    do {
      // One more request after the stop, so that each has seen what was live by then.
      isLast = isOver
      try {
        const { status, body } = await visitFirst(rotated(addresses, index), host, () => {
          seen.moved += 1
        })
        if (status === 200) bodies.add(body)
        else seen.failures.push(`${status}: ${body.slice(0, 200)}`)
      } catch (error) {
        seen.failures.push((error as Error).message)
      }
      seen.answers += 1
      await sleep(pace)
    } while (!isLast)
  }
  const all = Array.from({ length: visitors }).map(keepAsking)
  const stop = async () => {
    isOver = true
    await Promise.all(all)
    return { ...seen, bodies: [...bodies] }
  }
  return {
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

const rotated = <T>(list: readonly T[], by: number): T[] => {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

async function visitFirst(addresses: readonly string[], host: string, onMove: () => void) {
  for (const address of addresses.slice(0, -1)) {
    try {
      return await visitEdge(address, host)
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      onMove()
    }
  }
  return visitEdge(addresses.at(-1) ?? '', host)
}

/** One request over a connection of its own, to port 80 of an edge. */
export function visitEdge(
  address: string,
  host: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: address, port: 80, headers: { host }, agent: false })
    let isConnected = false
    const timer = setTimeout(() => {
      if (!isConnected) call.destroy(new Error('no connection in time'))
    }, connectTimeout)
    call.setTimeout(answerTimeout, () => call.destroy(new Error('no answer in time')))
    call.on('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
      }),
    )
    call.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    call.on('error', (error) => reject(isConnected ? error : new UnreachableError(error.message)))
    call.on('close', () => clearTimeout(timer))
    call.end()
  })
}
