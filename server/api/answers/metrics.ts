import {
  integer,
  list,
  nullable,
  number,
  object,
  oneOfValues,
  record,
  string,
} from '#kit/schema.ts'
import { instanceStates } from './states.ts'

/** Series of the public API; times are in microseconds, and values are texts. */
export const publicMetrics = list(
  object({
    name: string,
    resource: string,
    unit: string,
    data: list(object({ timestamp: integer, value: string })),
  }),
)

const figure = nullable(number)

/** Responses by class, and by status code such as `404`; codes without a name are in `status` only. */
const statusCounts = {
  status: object({
    '1xx': integer,
    '2xx': integer,
    '3xx': integer,
    '4xx': integer,
    '5xx': integer,
  }),
  statusCodes: record(integer),
}

/** Figures of a point; `null` where nothing is known. */
const metricPoint = object({
  date: string,
  /** CPUs in use. */
  cpu: figure,
  cpuPercent: figure,
  memoryBytes: figure,
  memoryPercent: figure,
  diskBytes: figure,
  receivedBytes: figure,
  sentBytes: figure,
  requests: integer,
  requestsPerSecond: number,
  ...statusCounts,
  /** In milliseconds. */
  latency: nullable(object({ p50: number, p95: number, p99: number })),
})

export const applicationMetrics = object({
  applicationId: string,
  since: string,
  until: string,
  /** Seconds of a point. */
  span: number,
  points: list(metricPoint),
  instances: list(
    object({
      instanceId: string,
      /** `null` when the instance is gone. */
      number: nullable(integer),
      flavor: nullable(string),
      points: list(metricPoint),
    }),
  ),
})

export const addonMetricsAnswer = object({
  addonId: string,
  since: string,
  until: string,
  /** Seconds of a point. */
  span: number,
  points: list(
    object({
      date: string,
      diskBytes: figure,
      /** What the plan allows, here and below. */
      maxDiskBytes: figure,
      diskPercent: figure,
      memoryBytes: figure,
      maxMemoryBytes: figure,
      memoryPercent: figure,
      connections: figure,
      maxConnections: figure,
    }),
  ),
})

export const loadList = list(
  object({
    applicationId: string,
    name: string,
    total: nullable(metricPoint),
    instances: list(
      object({
        instanceId: string,
        number: integer,
        flavor: string,
        state: oneOfValues(instanceStates),
        load: nullable(metricPoint),
      }),
    ),
  }),
)

/** Requests by application, at the place of the zone that served them. */
export const liveRequests = list(
  object({
    lat: number,
    long: number,
    accessCount: integer,
    applicationId: string,
    name: string,
    zone: string,
    requestsPerSecond: number,
    ...statusCounts,
  }),
)
