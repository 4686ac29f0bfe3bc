import type { LogSourceId } from '#platform/ids.ts'
import type { Line, LineFilter, NewLine } from './line.ts'

/** Where lines are kept and read again. Retention by age and bytes is its own affair. */
export interface LogBook {
  /** Keeps the line and hands it to everyone who follows; the order of calls is the order of lines. */
  append(line: NewLine): void
  /** The lines kept so far that pass the filter, oldest first. */
  read(applicationId: LogSourceId, filter: LineFilter): Promise<Line[]>
  /**
   * Kept lines that pass the filter, then new ones as they come, without gap or repetition, until the
   * signal is aborted or `until` has passed. A reader who falls too far behind gets one line instead that counts those
   * that it misses.
   */
  follow(applicationId: LogSourceId, filter: LineFilter, signal: AbortSignal): AsyncIterable<Line>
  /** Removes every line of an application. */
  forget(applicationId: LogSourceId): Promise<void>
  /** Removes lines that are older or more than may be kept. */
  trim(): Promise<void>
  /** Returns once every appended line is in the hands of the operating system. */
  flush(): Promise<void>
  close(): Promise<void>
}
