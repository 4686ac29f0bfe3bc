import { localInstances } from '#platform/hosting/placement/local-applications.ts'
import {
  type DeploymentState,
  unfinishedStates,
} from '#platform/model/hosting/deployments/deployment.ts'
import type {
  RefusedVisits,
  RouterStatistics,
  StatusClass,
} from '#platform/model/hosting/deployments/traffic.ts'
import type { InstanceState } from '#platform/model/hosting/instances/instance.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { addCounts } from '#platform/model/observability/sample.ts'
import type { Platform } from './platform.ts'

/** Figures of the platform as a whole, for its operator. */
export interface PlatformFigures {
  /** All deployments that are kept, by state. */
  deployments: Map<DeploymentState, number>
  instances: Map<InstanceState, number>
  /** Sums over all running instances in the last sample. */
  load: ApplicationFigures
  /** Absent while the router does not answer. */
  router: RouterFigures | undefined
  /** By application; empty unless wanted. */
  applications: Map<ApplicationId, ApplicationFigures>
}

export interface ApplicationFigures {
  instances: number
  /** CPUs in use. */
  cpu: number
  memoryBytes: number
  /** Requests since the start of the router. */
  requests: number
}

export interface RouterFigures {
  startedAt: number
  status: Record<StatusClass, number>
  bytesIn: number
  bytesOut: number
  latency: readonly number[]
  refused: RefusedVisits
}

const deploymentStates: readonly DeploymentState[] = [
  ...unfinishedStates,
  'live',
  'stopped',
  'failed',
  'cancelled',
]

/** Applications that are told apart, so that the number of series is limited. */
const maxApplications = 1000

/** Of several servers each tells the instances of its own applications, so that their sum is right. */
export async function readPlatformFigures(
  platform: Pick<Platform, 'store' | 'placement' | 'traffic' | 'metrics' | 'policies'>,
): Promise<PlatformFigures> {
  const { store, traffic, metrics, policies } = platform
  const [counted, instances, statistics] = await Promise.all([
    store.deployments.countByState(),
    localInstances(platform),
    traffic.statistics().catch(() => undefined),
  ])
  const deployments = new Map(deploymentStates.map((state) => [state, counted.get(state) ?? 0]))
  const states: InstanceState[] = ['starting', 'up', 'stopping']
  const byState = new Map(states.map((state) => [state, 0]))
  for (const { state } of instances) byState.set(state, (byState.get(state) ?? 0) + 1)

  const applications = new Map<ApplicationId, ApplicationFigures>()
  for (const id of new Set(instances.map(({ applicationId }) => applicationId))) {
    applications.set(id, loadOf(id, metrics))
  }
  for (const { applicationId, requests } of statistics?.routes ?? []) {
    const figures = applications.get(applicationId)
    if (figures) figures.requests += requests
  }
  const all = [...applications.values()]
  const shown = policies.hasApplicationMetrics ? [...applications].slice(0, maxApplications) : []
  return {
    deployments,
    instances: byState,
    load: {
      instances: instances.length,
      cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
      memoryBytes: all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
      requests: all.reduce((sum, { requests }) => sum + requests, 0),
    },
    router: statistics && routerFigures(statistics),
    applications: new Map(shown),
  }
}

function loadOf(id: ApplicationId, metrics: Platform['metrics']): ApplicationFigures {
  const figures = { instances: 0, cpu: 0, memoryBytes: 0, requests: 0 }
  for (const { samples } of metrics.latest(id)) {
    const sample = samples.at(-1)
    if (!sample || sample.duration === 0) continue
    figures.instances += 1
    figures.cpu += ((sample.cpuSeconds ?? 0) * 1000) / sample.duration
    figures.memoryBytes += sample.memoryBytes ?? 0
  }
  return figures
}

function routerFigures({
  startedAt,
  routes,
  refused = noRefusals,
}: RouterStatistics): RouterFigures {
  const status: RouterFigures['status'] = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }
  const figures = { startedAt, status, bytesIn: 0, bytesOut: 0 }
  let latency: readonly number[] = []
  for (const route of routes) {
    for (const name of Object.keys(status) as StatusClass[]) status[name] += route.status[name]
    figures.bytesIn += route.bytesIn
    figures.bytesOut += route.bytesOut
    latency = addCounts(latency, route.latency)
  }
  return { ...figures, latency, refused }
}

const noRefusals: RefusedVisits = { connections: 0, idleConnections: 0, requests: 0 }
