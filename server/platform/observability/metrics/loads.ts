import type { Application } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { resolutions } from '#platform/model/observability/sample.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { type MetricPoint, pointsOf } from './points.ts'

/** The load of an application and of each of its instances in the last sample. */
export interface ApplicationLoad {
  application: Application
  /** `null` before the first sample. */
  total: MetricPoint | null
  instances: { instance: Instance; point: MetricPoint | null }[]
}

/** Loads of running applications. */
export async function listLoads(
  { store, metrics }: Pick<Platform, 'store' | 'metrics'>,
  applications: readonly Application[],
): Promise<ApplicationLoad[]> {
  const loads: ApplicationLoad[] = []
  for (const application of applications) {
    const instances = await store.instances.listOf(application.id)
    if (instances.length === 0) continue
    const series = metrics.latest(application.id)
    loads.push({
      application,
      total: pointsOf(series, resolutions.fine).at(-1) ?? null,
      instances: instances.map((instance) => {
        const own = series.filter(({ source }) => source === instance.id)
        return { instance, point: pointsOf(own, resolutions.fine).at(-1) ?? null }
      }),
    })
  }
  return loads
}
