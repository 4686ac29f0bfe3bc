import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from '#bench/support/figure.ts'
import { measureUsage } from '#engines/process/instances/instance-usage.ts'
import { readInterfaces } from '#engines/process/network/traffic-counters.ts'
import { identityOf } from '#engines/process/processes/processes.ts'
import { openControlGroups, removeGroup } from '#kit/control-groups/control-groups.ts'
import { joinCommand, oomScores } from '#kit/control-groups/join-command.ts'
import { processShares } from '#kit/control-groups/process-budget.ts'
import { latencyBounds } from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import { createMetrics } from '#platform/observability/metrics/create-metrics.ts'
import { openMetricDatabase } from '#stores/sqlite/metrics/metric-database.ts'

const instances = 100
const interval = 10_000
/** An hour: 60 flushes and 12 roll-ups. */
const ticks = 360

/**
 * CPU time of sampling and storing the metrics of 100 instances: control groups of this machine with a process in each,
 * counters of 100 busy instances as the router sends them, a database on disk. An hour of samples, one after the other.
 */
export default {
  name: 'metrics',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'berth-bench-metrics-'))
    await using running = await startInstances()
    const file = join(folder, 'metrics.sqlite')
    const store = openMetricDatabase(file, { maxBytes: 1e9, maxApplicationBytes: 1e9 })
    let now = Date.now()
    let tick = 0
    const metrics = createMetrics({
      clock: () => now,
      store,
      readUsage: () => measureUsage(parts, running.processes),
      readStatistics: async () => JSON.parse(statisticsText(tick)),
      sizeOf: async () => ({ maxCpus: 1, maxMemoryBytes: 268_435_456 }),
      onBug(error) {
        throw error
      },
    })
    const texts = process.cpuUsage()
    for (let each = 0; each < ticks; each++) statisticsText(each)
    const making = milliseconds(process.cpuUsage(texts))
    const before = process.cpuUsage()
    for (tick = 0; tick < ticks; tick++) {
      await metrics.collect()
      now += interval
    }
    const used = milliseconds(process.cpuUsage(before)) - making
    await metrics.close()
    await store.close()
    const bytes = (await stat(file)).size
    await rm(folder, { recursive: true })
    return [
      {
        name: `metrics of ${instances} instances, part of a core`,
        value: (used / ticks / interval) * 100,
        unit: '%',
        budget: 1,
      },
      {
        name: 'metrics on disk, an instance and hour',
        value: bytes / instances / 1000,
        unit: 'kB',
      },
    ]
  },
} satisfies Bench

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
const applicationOf = (instance: number): ApplicationId => `app_${Math.floor(instance / 2)}`
const idOf = (instance: number) =>
  `00000000-0000-4000-8000-${String(instance).padStart(12, '0')}` as InstanceId

/** The machine's interfaces are read once per pass, as for real instances. */
const parts = {
  network: {
    readTraffic: () => {
      const found = readInterfaces()
      return () => found.get('lo')
    },
  },
  diskShares: { bytesOf: () => 1_000_000 },
} as unknown as Parameters<typeof measureUsage>[0]

/** Cumulative counters of instances with some requests a second, spread over a dozen buckets. */
function statisticsText(tick: number): string {
  const routes = Array.from({ length: instances }, (_, instance) => {
    const requests = tick * (20 + instance)
    const latency = latencyBounds.map((__, place) => (place < 12 ? Math.floor(requests / 12) : 0))
    const status = { '1xx': 0, '2xx': requests - tick, '3xx': 0, '4xx': tick, '5xx': 0 }
    const bytes = { bytesIn: requests * 100, bytesOut: requests * 1000 }
    const ids = { applicationId: applicationOf(instance), instanceId: idOf(instance) }
    return { ...ids, requests, status, ...bytes, latency }
  })
  return JSON.stringify({ startedAt: 1, routes })
}

async function startInstances() {
  const groups = await openControlGroups('bench-metrics', {
    processShare: processShares.applications,
    countsCpuTime: true,
  })
  if (!groups) throw new Error('this machine lets us create no control groups')
  const limits = { memoryMegabytes: 64, cpus: 1, processes: 8 }
  const children: ChildProcess[] = []
  const folders: string[][] = []
  for (let instance = 0; instance < instances; instance++) {
    const own = await groups.create(`instance-${instance}`, limits)
    folders.push(own)
    const [program, ...words] = joinCommand({ groups: own, oomScore: oomScores.program }, [
      ...['sleep', '3600'],
    ] as [string, ...string[]])
    children.push(spawn(program, words, { stdio: 'ignore' }))
  }
  return {
    processes: children.map(({ pid = 0 }, instance) => ({
      record: {
        instanceId: idOf(instance),
        applicationId: applicationOf(instance),
        isSandboxed: true,
        groups: folders[instance] ?? [],
      },
      launcher: identityOf(pid),
    })),
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL')
      for (const own of folders) await removeGroup(own)
    },
  }
}
