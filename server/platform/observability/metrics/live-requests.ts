import type { Application } from '#platform/model/hosting/application.ts'
import { resolutions } from '#platform/model/observability/sample.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { type MetricPoint, pointsOf } from './points.ts'

/** Requests of an application in the last ten seconds, and the zone that served them. */
export interface LiveRequests
  extends Pick<MetricPoint, 'requests' | 'requestsPerSecond' | 'status' | 'codes'> {
  application: Application
  /** Where visitors themselves are is not found out. */
  zone: Platform['policies']['zones'][number] | undefined
}

/** Applications that visitors have reached in the last sample, busiest first. */
export function listLiveRequests(
  { metrics, policies }: Pick<Platform, 'metrics' | 'policies'>,
  applications: readonly Application[],
): LiveRequests[] {
  return applications
    .flatMap((application) => {
      const point = pointsOf(metrics.latest(application.id), resolutions.fine).at(-1)
      if (!point || point.requests === 0) return []
      const { requests, requestsPerSecond, status, codes } = point
      const zone = policies.zones.find(({ name }) => name === application.zone)
      return [{ application, zone, requests, requestsPerSecond, status, codes }]
    })
    .toSorted((one, other) => other.requests - one.requests)
}
