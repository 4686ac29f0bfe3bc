import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import type { BuildIdentity } from '#kit/build-identity/describe-build.ts'
import { latencyBounds } from '#platform/model/hosting/deployments/traffic.ts'
import {
  callBounds,
  type PlatformCounters,
} from '#platform/model/observability/platform-counters.ts'
import type { PlatformFigures } from '#platform/overview/platform-figures.ts'
import { addHistogram, bucketsOf } from './counted-histogram.ts'

/** A timer of this many milliseconds measures how late the event loop is, from the first page on. */
const resolution = 100
const loopDelay = monitorEventLoopDelay({ resolution })
loopDelay.enable()

/** The figures in the text format of Prometheus. The library is loaded with the first page. */
export async function prometheusPage(
  figures: PlatformFigures,
  counters: PlatformCounters,
  { version, commit, date }: BuildIdentity,
): Promise<{ contentType: string; text: string }> {
  const registry = new Registry()
  gauge(registry, 'build_info', 'Version, commit and date of the platform, as labels', [
    [{ version, commit: commit ?? '', date: date ?? '' }, 1],
  ])
  addProcess(registry)
  addCalls(registry, counters)
  addDeployments(registry, figures)
  addLoad(registry, figures)
  addRouter(registry, figures)
  return { contentType: registry.contentType, text: await registry.metrics() }
}

type Labels = Record<string, string>

function gauge(registry: Registry, name: string, help: string, values: [Labels, number][]): void {
  const labelNames = Object.keys(values[0]?.[0] ?? {})
  const metric = new Gauge({ name: `berth_${name}`, help, labelNames, registers: [registry] })
  for (const [labels, value] of values) metric.set(labels, value)
}

function counter(registry: Registry, name: string, help: string, values: [Labels, number][]): void {
  const labelNames = Object.keys(values[0]?.[0] ?? {})
  const metric = new Counter({ name: `berth_${name}`, help, labelNames, registers: [registry] })
  for (const [labels, value] of values) metric.inc(labels, value)
}

function addProcess(registry: Registry): void {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  gauge(registry, 'server_resident_memory_bytes', 'Memory of the server', [[{}, rss]])
  gauge(registry, 'server_heap_bytes', 'JavaScript heap of the server', [[{}, heapUsed]])
  counter(registry, 'server_cpu_seconds_total', 'CPU time of the server', [
    [{}, (user + system) / 1e6],
  ])
  gauge(registry, 'server_start_time_seconds', 'Start of the server, since 1970', [
    [{}, Math.round(Date.now() / 1000 - process.uptime())],
  ])
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000)
  gauge(registry, 'server_event_loop_lag_seconds', 'Delay of timers since the last scrape', [
    [{ quantile: '0.5' }, lag(loopDelay.percentile(50))],
    [{ quantile: '0.99' }, lag(loopDelay.percentile(99))],
    [{ quantile: '1' }, lag(loopDelay.max)],
  ])
  loopDelay.reset()
}

function addCalls(registry: Registry, counters: PlatformCounters): void {
  addHistogram(registry, {
    name: 'berth_api_request_duration_seconds',
    help: 'API calls by method and class of status',
    series: counters.calls().map(({ method, status, milliseconds, latency }) => ({
      labels: { method, status },
      sum: milliseconds / 1000,
      buckets: bucketsOf(callBounds, latency),
    })),
  })
}

function addDeployments(registry: Registry, { deployments }: PlatformFigures): void {
  gauge(
    registry,
    'deployments',
    'Deployments by state; queued ones wait',
    [...deployments].map(([state, count]) => [{ state }, count]),
  )
}

function addLoad(registry: Registry, { instances, load, applications }: PlatformFigures): void {
  gauge(
    registry,
    'instances',
    'Instances by state',
    [...instances].map(([state, count]) => [{ state }, count]),
  )
  gauge(registry, 'instances_cpu_cores', 'CPUs in use by all instances', [[{}, load.cpu]])
  gauge(registry, 'instances_memory_bytes', 'Memory of all instances', [[{}, load.memoryBytes]])
  if (applications.size === 0) return
  const each = (read: (figures: PlatformFigures['load']) => number): [Labels, number][] =>
    [...applications].map(([application, figures]) => [{ application }, read(figures)])
  gauge(
    registry,
    'application_instances',
    'Sampled instances',
    each((one) => one.instances),
  )
  gauge(
    registry,
    'application_cpu_cores',
    'CPUs in use',
    each((one) => one.cpu),
  )
  gauge(
    registry,
    'application_memory_bytes',
    'Memory',
    each((one) => one.memoryBytes),
  )
  counter(
    registry,
    'application_requests_total',
    'Requests',
    each((one) => one.requests),
  )
}

function addRouter(registry: Registry, { router }: PlatformFigures): void {
  gauge(registry, 'router_up', 'Whether the router answers', [[{}, router ? 1 : 0]])
  if (!router) return
  const { startedAt, status, bytesIn, bytesOut, latency, refused } = router
  gauge(registry, 'router_start_time_seconds', 'Start of the router, since 1970', [
    [{}, startedAt / 1000],
  ])
  counter(
    registry,
    'router_requests_total',
    "Visitors' requests by class of status",
    Object.entries(status).map(([name, count]) => [{ status: name }, count]),
  )
  counter(registry, 'router_bytes_total', 'Bytes of bodies', [
    [{ direction: 'in' }, bytesIn],
    [{ direction: 'out' }, bytesOut],
  ])
  counter(
    registry,
    'router_refused_total',
    'What visitors beyond BERTH_ROUTER_CONNECTIONS_PER_ADDRESS were refused',
    [
      [{ what: 'connection' }, refused.connections],
      [{ what: 'idle_connection' }, refused.idleConnections],
      [{ what: 'request' }, refused.requests],
    ],
  )
  addHistogram(registry, {
    name: 'berth_router_request_duration_seconds',
    help: "Latency of visitors' requests",
    series: [
      { labels: {}, sum: undefined, buckets: everySecond(bucketsOf(latencyBounds, latency)) },
    ],
  })
}

/** Half of the router's buckets are exact enough for a chart. Counts are cumulative, so that some can be left out. */
const everySecond = <T>(buckets: readonly T[]) =>
  buckets.filter((_, place) => place % 2 === 1 || place === buckets.length - 1)
