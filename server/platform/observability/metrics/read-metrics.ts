import type { Application } from '#platform/model/hosting/application.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { MetricRange } from '#platform/model/observability/metrics.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { type MetricPoint, pointsOf } from './points.ts'
import { rangeOf, type WantedRange } from './range.ts'

/** Points of an application, and of its instances when wanted. */
export interface ApplicationMetrics extends MetricRange {
  points: MetricPoint[]
  instances: InstanceMetrics[]
}

export interface InstanceMetrics {
  instanceId: InstanceId
  /** Absent when it is gone. */
  number?: number
  flavor?: string
  points: MetricPoint[]
}

export interface WantedMetrics extends WantedRange {
  /** Only this instance. */
  instanceId?: string | undefined
  /** Also each instance by itself. */
  hasInstances?: boolean | undefined
}

export async function readMetrics(
  platform: Pick<Platform, 'store' | 'metrics' | 'clock'>,
  application: Application,
  { instanceId, hasInstances = false, ...wanted }: WantedMetrics,
): Promise<ApplicationMetrics> {
  const range = rangeOf(wanted, platform.clock())
  if (hasInstances && range.until - range.since > maxInstancesRange) {
    throw new Refusal(
      'invalid',
      'A range of instances is a day at most: ask for less, for one instance or for the application.',
    )
  }
  const points =
    instanceId === undefined
      ? pointsOf(await platform.metrics.read(application.id, range, 'total'), range.span)
      : await pointsOfInstance(platform, application, range, instanceId)
  const instances = hasInstances ? await instancesOf(platform, application, range) : []
  return { ...range, points, instances }
}

/** Reading many instances takes long. */
const maxInstancesRange = 86_400_000

async function pointsOfInstance(
  { store, metrics }: Pick<Platform, 'store' | 'metrics'>,
  application: Application,
  range: MetricRange,
  wanted: string,
): Promise<MetricPoint[]> {
  const instanceId = wanted as InstanceId
  const series = await metrics.read(application.id, range, { instanceId })
  const running = series.length > 0 ? undefined : await store.instances.find(instanceId)
  if (series.length === 0 && running?.applicationId !== application.id) {
    throw new Refusal(
      'missing',
      `${application.name} had no instance ${wanted} in this range of time.`,
    )
  }
  return pointsOf(series, range.span)
}

async function instancesOf(
  { store, metrics }: Pick<Platform, 'store' | 'metrics'>,
  application: Application,
  range: MetricRange,
): Promise<InstanceMetrics[]> {
  const running = await store.instances.listOf(application.id)
  const series = await metrics.read(application.id, range, 'instances')
  return [...Map.groupBy(series, ({ source }) => source)].map(([source, own]) => {
    const instance = running.find(({ id }) => id === source)
    return {
      instanceId: source as InstanceId,
      ...(instance ? { number: instance.number, flavor: instance.flavor } : {}),
      points: pointsOf(own, range.span),
    }
  })
}
