import type { LogSourceId } from '#platform/ids.ts'
import type { Line, LineFilter, NewLine } from './line.ts'

/** Storage of log lines, with retention by age and bytes. */
export interface LogBook {
  /** Stores the line and sends it to all followers; lines keep the order of the calls. */
  append(line: NewLine): void
  /** Stored lines that pass the filter, oldest first. */
  read(applicationId: LogSourceId, filter: LineFilter): Promise<Line[]>
  /**
   * Stored lines that pass the filter, then new ones, without gap or duplicate, until the signal is aborted or `until`
   * has passed. A reader that falls too far behind gets a line with the number of skipped lines instead.
   */
  follow(applicationId: LogSourceId, filter: LineFilter, signal: AbortSignal): AsyncIterable<Line>
  /** Removes every line of an application. */
  forget(applicationId: LogSourceId): Promise<void>
  /** Removes lines beyond the retention limits. */
  trim(): Promise<void>
  /** Resolves once every appended line has been written to the operating system. */
  flush(): Promise<void>
  close(): Promise<void>
}
