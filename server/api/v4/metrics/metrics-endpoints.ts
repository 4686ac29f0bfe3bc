import type { Endpoint } from '#api/http/endpoint.ts'
import { getPrometheusMetrics } from '#api/prometheus/prometheus.ts'
import { getAddonMetrics } from './addon-metrics.ts'
import { getApplicationMetrics, listOwnerLoads } from './application-metrics.ts'
import { getLiveRequests } from './live-requests.ts'
import { getStats } from './stats.ts'

export const metricsEndpoints: readonly Endpoint[] = [
  getStats,
  getLiveRequests,
  getApplicationMetrics,
  getAddonMetrics,
  listOwnerLoads,
  getPrometheusMetrics,
]
