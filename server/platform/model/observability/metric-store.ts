import type { ApplicationId } from '#platform/model/ids.ts'
import type { MeasuredId, MetricSource, Resolution, SampleSeries } from './sample.ts'

/** Samples of one application or add-on in a range of time. */
export interface SampleQuery {
  resourceId: MeasuredId
  resolution: Resolution
  since: number
  until: number
  /** Only this source. */
  source?: MetricSource | undefined
}

/** Fine samples of several applications in a range of time. */
export interface RequestsQuery {
  applicationIds: readonly ApplicationId[]
  since: number
  until: number
}

export interface RequestsOfMinute {
  applicationId: ApplicationId
  /** Start of the minute. */
  at: number
  requests: number
}

/**
 * Keeps samples for as long as `retention` says, within limits of bytes. A crash may lose the samples of the last
 * minute, and never damages older ones.
 */
export interface MetricStore {
  /** Adds fine samples, all of them or none. */
  add(series: readonly SampleSeries[]): Promise<void>
  /**
   * Merges the fine samples of all coarse slots that ended by then and were not merged yet: of each source, and of all
   * of an application or add-on together.
   */
  rollUp(until: number): Promise<void>
  /** End of the last coarse slot that was merged; 0 before the first. */
  rolledUpUntil(): Promise<number>
  /** Samples whose slots begin in the range, in order of time. */
  read(query: SampleQuery): Promise<SampleSeries[]>
  /** Requests of each of these applications by minute, in whole minutes; those without a sample are left out. */
  readRequests(query: RequestsQuery): Promise<RequestsOfMinute[]>
  /** Deletes the samples of an application or add-on. */
  forget(resourceId: MeasuredId): Promise<void>
  /** Applications and add-ons that have samples. */
  resources(): Promise<MeasuredId[]>
  /** Deletes samples that are too old, then the oldest of those that take too many bytes. */
  trim(now: number): Promise<void>
}
