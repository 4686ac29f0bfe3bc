import { Agent } from 'node:http'
import { sleep } from '#kit/concurrency/timeout.ts'
import { type VisitOptions, visit } from '#tests/support/visitors/visitor.ts'
import { pieces } from './projects/rolling-application.ts'

/** Results of the visitors. */
export interface VisitorReport {
  sent: number
  failures: string[]
  /** Milliseconds of the slowest request, apart from the long ones. */
  slowest: number
  deployments: Set<string>
}

interface VisitRequest extends VisitOptions {
  /** Expected response body. */
  expected: string
  isLong?: boolean
}

const pause = 5
const pairs = 4

/** Clients on keep-alive connections, one request at a time on each, until stopped. */
export function visitSteadily(port: number, host: string) {
  const seen: VisitorReport = { sent: 0, failures: [], slowest: 0, deployments: new Set() }
  const stop = new AbortController()

  const ask = async ({ expected, isLong, ...options }: VisitRequest) => {
    seen.sent++
    const what = `${options.method ?? 'GET'} ${options.path}`
    const begin = performance.now()
    try {
      const { status, body, headers } = await visit(port, { host, ...options })
      if (status !== 200 || body !== expected) {
        seen.failures.push(`${what}: ${status} ${body.slice(0, 80)}`)
      }
      seen.deployments.add(String(headers['x-deployment']))
    } catch (error) {
      seen.failures.push(`${what}: ${(error as Error).message}`)
    }
    if (!isLong) seen.slowest = Math.max(seen.slowest, performance.now() - begin)
  }

  const keepAsking = async (next: (turn: number) => VisitRequest) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; !stop.signal.aborted; turn++) {
      await ask({ ...next(turn), agent })
      await sleep(pause)
    }
    agent.destroy()
  }

  const all = Promise.all([
    ...Array.from({ length: pairs }, () => [keepAsking(reading), keepAsking(posting)]).flat(),
    keepAsking(listening),
  ])
  return {
    seen,
    async stop() {
      stop.abort()
      await all
    },
  }
}

const reading = (): VisitRequest => ({ path: '/', expected: 'well' })

const listening = (): VisitRequest => ({ path: '/pieces', expected: pieces, isLong: true })

/** A POST with a body of 1 byte to 64 KiB. */
function posting(turn: number): VisitRequest {
  const body = 'x'.repeat(2 ** (turn % 17))
  return { method: 'POST', path: '/echo', body, expected: body }
}
