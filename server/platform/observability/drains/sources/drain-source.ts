import type { Application } from '#platform/model/hosting/application.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Drain } from '#platform/model/observability/drain.ts'
import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'
import type { ReadLimit } from '#platform/model/observability/log-book.ts'

/** Whose log, or part of the audit log, is read. */
export type Drained = Pick<Drain, 'resourceId' | 'ownerId'>

/** What messages say of their origin. */
export type DrainedResource = Pick<Application | Addon, 'id' | 'ownerId' | 'name' | 'zone'>

/** Reads a source forwards, batch by batch. */
export interface SourceReader {
  /** Of what was read last, or the one it began after. */
  readonly position: string
  /** Messages of what comes next; the position moves over what has none as well, and stays at the end of the source. */
  next(limit: ReadLimit, resource: DrainedResource): Promise<DrainMessage[]>
}

/** Where the messages of drains come from. Positions are sort keys, and nothing appears before one that was read. */
export interface DrainSource {
  /** Position of the newest of each of these, in their order; empty where there is none. */
  newest(drained: readonly Drained[]): Promise<string[]>
  /** Reads from after a position; the empty one is before everything. */
  openReader(drained: Drained, after: string): SourceReader
  /** Number of messages after a position, counted up to a maximum. */
  countAfter(drained: Drained, after: string, max: number): Promise<number>
}
