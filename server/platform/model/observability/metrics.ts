import type { Worker } from '#kit/concurrency/worker.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import type { MeasuredId, SampleSeries } from './sample.ts'

/** Load of an instance during the last sample. */
export interface InstanceLoad {
  instanceId: InstanceId
  /** End of the sample, by the monotonic clock. */
  at: number
  /** CPUs in use; absent when the machine cannot tell. */
  cpu?: number | undefined
  memoryBytes?: number | undefined
  requestsPerSecond: number
}

/** Samples of an application or add-on between two moments. */
export interface MetricRange {
  since: number
  until: number
  /** Length of a point: samples of less than five minutes are kept for a day only. */
  span: number
}

/** The application as a whole, each of its instances, or one of them. */
export type WantedSources = 'total' | 'instances' | { instanceId: InstanceId }

/** What is known of the load of applications and add-ons, now and in the past. */
export interface Metrics extends Pick<Worker, 'begin' | 'close'> {
  /** Loads of an application's instances that were sampled after a moment, newest last; about one in ten seconds. */
  recentLoad(applicationId: ApplicationId, since: number): InstanceLoad[]
  /** The last sample of each of an application's instances. */
  latest(applicationId: ApplicationId): SampleSeries[]
  /** Takes a sample now, beside those of every ten seconds. */
  collect(): Promise<void>
  /** Samples of a range, also those of the last minute. */
  read(resourceId: MeasuredId, range: MetricRange, wanted: WantedSources): Promise<SampleSeries[]>
  /** Requests of each of these applications in each of the last whole minutes, oldest first. */
  requestsPerMinute(
    applicationIds: readonly ApplicationId[],
    minutes: number,
  ): Promise<Map<ApplicationId, (number | null)[]>>
  /** Deletes the samples of an application or add-on. */
  forget(resourceId: MeasuredId): Promise<void>
  /** Deletes samples that are too old or too many, and those of what no longer exists. */
  trim(exists: (resourceId: MeasuredId) => Promise<boolean>): Promise<void>
}
