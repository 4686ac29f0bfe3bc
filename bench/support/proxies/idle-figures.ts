import { type Figure, quantile, quietest } from '#bench/support/figure.ts'
import { goals } from '#bench/support/goals.ts'
import { sendLoad } from '#bench/support/load.ts'
import { openIdleVisitors, startEcho } from './idle-visitors.ts'
import { host } from './proxied-application.ts'
import { startRouter } from './router-target.ts'

const counts = { connections: 5000, webSockets: 200 }
const rounds = 10

/** The 99th percentile of the latency of a request, alone and among idle visitors. */
export async function idleFigures(application: { port: number }): Promise<Figure[]> {
  await using echo = await startEcho()
  await using router = await startRouter(application, { accessLogRate: 0, sockets: echo.address })
  await latencies(router.port)
  const before = await latencies(router.port)
  const among = await amongIdle(router.port)
  const after = await latencies(router.port)
  const referenceValue = quietest([...before, ...after])
  const value = quietest(among)
  return [
    {
      name: 'p99 among 5,000 idle visitors, 200 WebSockets',
      value,
      unit: 'ms',
      reference: 'none of them',
      referenceValue,
      ratio: value / referenceValue,
      budget: goals.router.p99AmongIdle,
    },
  ]
}

async function amongIdle(port: number): Promise<number[]> {
  using visitors = await openIdleVisitors(port, counts)
  const among = await latencies(port)
  const expected = counts.connections + counts.webSockets
  if (visitors.open < expected) throw new Error(`only ${visitors.open} visitors stayed connected`)
  return among
}

/** The 99th percentiles of some rounds. */
async function latencies(port: number): Promise<number[]> {
  const percentiles: number[] = []
  const nextRequest = () => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  for (let round = 0; round < rounds; round++) {
    const all: number[] = []
    const onLatency = (milliseconds: number) => void all.push(milliseconds)
    await sendLoad({ port, requests: 2000, connections: 8, nextRequest, onLatency })
    percentiles.push(quantile(all, 0.99))
  }
  return percentiles
}
