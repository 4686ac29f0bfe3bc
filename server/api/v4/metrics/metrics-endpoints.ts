import type { Endpoint } from '#api/http/endpoint.ts'
import { getPrometheusMetrics } from '#api/prometheus/prometheus.ts'
import { getApplicationMetrics, listOwnerLoads } from './application-metrics.ts'
import { getRequestMap, getStats } from './stats.ts'

export const metricsEndpoints: readonly Endpoint[] = [
  getStats,
  getRequestMap,
  getApplicationMetrics,
  listOwnerLoads,
  getPrometheusMetrics,
]
