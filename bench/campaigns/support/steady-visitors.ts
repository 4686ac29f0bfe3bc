import { Agent } from 'node:http'
import { sleep } from '#kit/concurrency/timeout.ts'
import { type VisitOptions, visit } from '#tests/support/visitors/visitor.ts'
import { pieces, transferBytes } from './campaign-files.ts'
import { followEvents } from './event-stream-visitor.ts'
import { offersHttp2, visitByHttp2 } from './http2-visitor.ts'
import { echoByWebSocket } from './web-socket-visitor.ts'

/** Results of the visitors. */
export interface VisitorReport {
  sent: number
  /** Requests by kind. */
  byKind: Map<string, number>
  failures: string[]
  /** Milliseconds of the slowest request, apart from the long ones. */
  slowest: number
  deployments: Set<string>
}

export interface VisitorsOptions {
  port: number
  host: string
  /** Port and certificate authority of visitors over TLS, for HTTP/2. */
  secure?: { port: number; ca: string }
  /** Whether some requests are long: 3 s, and 20 MB in either direction. */
  isHeavy?: boolean
  /** Milliseconds between an answer and the next request of a client. */
  pause?: number
}

export interface SteadyVisitors {
  seen: VisitorReport
  stop(): Promise<VisitorReport>
}

interface VisitRequest extends VisitOptions {
  kind: string
  /** Expected response body. */
  expected: string
  isLong?: boolean
}

/** After a long request a client pauses for as many pauses. */
const longPause = 40
const pairs = 3

/** Clients of several kinds, one request at a time on each, until stopped. */
export async function visitSteadily(options: VisitorsOptions): Promise<SteadyVisitors> {
  const { port, host, secure, isHeavy, pause = 5 } = options
  const seen: VisitorReport = {
    sent: 0,
    byKind: new Map(),
    failures: [],
    slowest: 0,
    deployments: new Set(),
  }
  const stop = new AbortController()

  /** Counts one attempt, which fails by throwing. */
  const attempt = async (kind: string, isLong: boolean, act: () => Promise<void>) => {
    seen.sent++
    seen.byKind.set(kind, (seen.byKind.get(kind) ?? 0) + 1)
    const begin = performance.now()
    await act().catch((error: Error) => seen.failures.push(`${kind}: ${error.message}`))
    if (!isLong) seen.slowest = Math.max(seen.slowest, performance.now() - begin)
    await sleep(isLong ? longPause * pause : pause)
  }

  const ask = ({ kind, expected, isLong = false, ...request }: VisitRequest) =>
    attempt(kind, isLong, async () => {
      const { status, body, headers } = await visit(port, { host, ...request })
      if (status !== 200 || body !== expected) throw new Error(`${status} ${body.slice(0, 80)}`)
      seen.deployments.add(String(headers['x-deployment']))
    })

  const keepAsking = async (next: (round: number) => VisitRequest, isKeptAlive = true) => {
    const agent = isKeptAlive ? new Agent({ keepAlive: true, maxSockets: 1 }) : false
    for (let round = 0; !stop.signal.aborted; round++) await ask({ ...next(round), agent })
    if (agent) agent.destroy()
  }

  const keepEchoing = async () => {
    while (!stop.signal.aborted)
      await attempt('WebSocket', true, () => echoByWebSocket({ port, host }))
  }

  const keepFollowing = async () => {
    while (!stop.signal.aborted) await attempt('SSE', true, () => followEvents({ port, host }))
  }

  const keepMultiplexing = async (target: { port: number; ca: string }) => {
    while (!stop.signal.aborted)
      await attempt('HTTP/2', true, () => visitByHttp2({ ...target, host }, 'well'))
  }

  const all = Promise.all([
    ...Array.from({ length: pairs }, () => [keepAsking(reading), keepAsking(posting)]).flat(),
    keepAsking(connecting, false),
    keepAsking(listening),
    keepEchoing(),
    keepFollowing(),
    ...(secure && (await offersHttp2({ ...secure, host })) ? [keepMultiplexing(secure)] : []),
    ...(isHeavy ? [waiting, uploading, downloading].map((next) => keepAsking(next)) : []),
  ])
  return {
    seen,
    async stop() {
      stop.abort()
      await all
      return seen
    },
  }
}

const reading = (): VisitRequest => ({ kind: 'keep-alive GET', path: '/', expected: 'well' })
const connecting = (): VisitRequest => ({ kind: 'new connection', path: '/', expected: 'well' })

const listening = (): VisitRequest => ({
  kind: 'pieces',
  path: '/pieces',
  expected: pieces,
  isLong: true,
})

const waiting = (): VisitRequest => ({
  kind: 'slow request',
  path: '/slow',
  expected: 'well',
  isLong: true,
})

const large = 'x'.repeat(transferBytes)

const uploading = (): VisitRequest => ({
  kind: 'upload',
  method: 'POST',
  path: '/upload',
  body: large,
  expected: String(transferBytes),
  isLong: true,
})

const downloading = (): VisitRequest => ({
  kind: 'download',
  path: '/download',
  expected: large,
  isLong: true,
})

/** A POST with a body of 1 byte to 64 KiB. */
function posting(round: number): VisitRequest {
  const body = 'x'.repeat(2 ** (round % 17))
  return { kind: 'keep-alive POST', method: 'POST', path: '/echo', body, expected: body }
}
