import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
import type { ApplicationAddress } from './application-address.ts'

/** Figures of one point of time; `null` where nothing is known. */
export interface MetricPoint {
  /** Start of the point, ISO 8601. */
  date: string
  /** CPUs in use, on average. */
  cpu: number | null
  cpuPercent: number | null
  memoryBytes: number | null
  memoryPercent: number | null
  diskBytes: number | null
  receivedBytes: number | null
  sentBytes: number | null
  requests: number
  requestsPerSecond: number
  status: Record<'1xx' | '2xx' | '3xx' | '4xx' | '5xx', number>
  /** Responses by status code, such as `404`; codes without a name (RFC 9110 and its extensions) are in `status` only. */
  statusCodes: Record<string, number>
  /** In milliseconds. */
  latency: { p50: number; p95: number; p99: number } | null
}

export interface ApplicationMetrics {
  applicationId: string
  since: string
  until: string
  /** Seconds of a point. */
  span: number
  /** Points without a sample are left out. */
  points: MetricPoint[]
  instances: InstanceMetrics[]
}

export interface InstanceMetrics {
  instanceId: string
  /** `null` when the instance is gone. */
  number: number | null
  flavor: string | null
  points: MetricPoint[]
}

export interface MetricRangeQuery {
  /** ISO 8601; by default half an hour ago. */
  since?: string | undefined
  until?: string | undefined
  /** Seconds of a point. */
  span?: number | undefined
}

export interface MetricsQuery extends MetricRangeQuery {
  /** Only this instance. */
  instance?: string | undefined
  /** Each instance as well. */
  instances?: boolean | undefined
}

/** What an add-on used, on average over a point; `null` where its provider measures nothing. */
export interface AddonPoint {
  /** Start of the point, ISO 8601. */
  date: string
  diskBytes: number | null
  /** What the plan allows, here and below. */
  maxDiskBytes: number | null
  diskPercent: number | null
  memoryBytes: number | null
  maxMemoryBytes: number | null
  memoryPercent: number | null
  connections: number | null
  maxConnections: number | null
}

export interface AddonMetrics {
  addonId: string
  since: string
  until: string
  /** Seconds of a point. */
  span: number
  /** Points without a sample are left out. */
  points: AddonPoint[]
}

/** An application with the load of its instances during the last ten seconds. */
export interface ApplicationLoad {
  applicationId: string
  name: string
  total: MetricPoint | null
  instances: {
    instanceId: string
    number: number
    flavor: string
    state: string
    load: MetricPoint | null
  }[]
}

/** Requests of an application during the last ten seconds. */
export interface LiveRequests
  extends Pick<MetricPoint, 'requestsPerSecond' | 'status' | 'statusCodes'> {
  applicationId: string
  name: string
  accessCount: number
  /** The zone that served them, and its place: visitors are not located. */
  zone: string
  lat: number
  long: number
}

/** One metric over time, as public clients read it. */
export interface MetricSeries {
  name: string
  unit: string
  /** Times in microseconds. */
  data: { timestamp: number; value: string }[]
}

const rangeOf = ({ since, until, span }: MetricRangeQuery) => ({
  since,
  until,
  span: span === undefined ? undefined : String(span),
})

export const metrics = ({ ask }: Connection) => ({
  /** What an add-on has used; what its provider does not measure is left out. */
  ofAddon: ({ id, ownerId }: AddonAddress) =>
    ask<MetricSeries[]>({
      method: 'GET',
      path: path`/v4/stats/organisations/${ownerId}/resources/${id}/metrics`,
    }),

  /** Size, memory and connections of an add-on against its plan. */
  getAddon: ({ id, ownerId }: AddonAddress, query: MetricRangeQuery = {}) =>
    ask<AddonMetrics>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/addons/${id}/metrics`,
      query: rangeOf(query),
    }),

  get: ({ id, ownerId }: ApplicationAddress, query: MetricsQuery = {}) =>
    ask<ApplicationMetrics>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/applications/${id}/metrics`,
      query: {
        ...rangeOf(query),
        instance: query.instance,
        instances: query.instances ? 'true' : undefined,
      },
    }),

  /** Requests of the last ten seconds, of all applications of an owner that had any, or of one. */
  requests: (ownerId: string, application?: string) =>
    ask<LiveRequests[]>({
      method: 'GET',
      path: path`/v4/stats/organisations/${ownerId}/requests`,
      query: { application },
    }),

  /** Loads of all running applications of an owner, or of one. */
  loads: (ownerId: string, application?: string) =>
    ask<ApplicationLoad[]>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/load`,
      query: { application },
    }),
})
