import { integer, list, nullable, number, object, oneOfValues, string } from '#kit/schema.ts'
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

/** Figures of a point; `null` where nothing is known. */
export const metricPoint = object({
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
  status: object({
    '1xx': integer,
    '2xx': integer,
    '3xx': integer,
    '4xx': integer,
    '5xx': integer,
  }),
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

/** Requests by place. */
export const requestMap = list(object({ lat: number, long: number, accessCount: integer }))
