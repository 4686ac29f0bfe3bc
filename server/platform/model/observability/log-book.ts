import type { LogSourceId } from '#platform/model/ids.ts'
import type { Line, LineFilter, NewLine, StoredLine } from './line.ts'

/** How much is read at once: at most so many lines, of about so much text. */
export interface ReadLimit {
  lines: number
  bytes: number
}

/** Reads a log forwards, batch by batch. */
export interface LogReader {
  /** Id of the last line that was read, or the one it began after. */
  readonly position: string
  /** The next stored lines, oldest first; none at the end of the log. What was removed in the meantime is skipped. */
  next(limit: ReadLimit): Promise<Line[]>
}

/** Who reads, and until when. */
export interface ReadOptions {
  /** Readers of one account share their turns at the disk; by default those of one log do. */
  account?: string | undefined
  /** Stops the reading; what was found by then is the result. */
  signal?: AbortSignal | undefined
  /**
   * Milliseconds to find the newest lines up to the limit of the filter. When they are over, what was found by then is the
   * result, after a line that says so.
   */
  searchTimeout?: number | undefined
}

/** How lines are counted. */
export interface LineCount {
  filter: LineFilter
  /** Milliseconds of a bucket; buckets begin at multiples of it. */
  span: number
  /** What a line is counted as; one without a group is not counted. */
  groupOf(line: StoredLine): string | undefined
}

/** Number of lines for each group, by the beginning of their bucket. */
export type LineCounts = Map<number, Map<string, number>>

export interface CountedLines {
  counts: LineCounts
  /** Lines from this time on are counted, all of them; the oldest are missing if the reading was stopped. */
  since: number
}

/** Storage of log lines, with retention by age and bytes. */
export interface LogBook {
  /** Stores the line and sends it to all followers; lines keep the order of the calls. */
  append(line: NewLine): void
  /** Stored lines that pass the filter, oldest first. */
  read(applicationId: LogSourceId, filter: LineFilter, options?: ReadOptions): Promise<Line[]>
  /** The same, block by block, for what is too much to be held in memory. */
  stream(
    applicationId: LogSourceId,
    filter: LineFilter,
    options?: ReadOptions,
  ): AsyncIterable<Line[]>
  /** Counts stored lines over time, the newest first, without keeping any. */
  count(applicationId: LogSourceId, count: LineCount, options?: ReadOptions): Promise<CountedLines>
  /** Date of the oldest stored line, or of an earlier moment; `undefined` without any. */
  oldest(applicationId: LogSourceId): Promise<number | undefined>
  /**
   * Stored lines that pass the filter, then new ones, without gap or duplicate, until the signal is aborted or `until`
   * has passed. A reader that falls too far behind gets a line with the number of skipped lines instead.
   */
  follow(
    applicationId: LogSourceId,
    filter: LineFilter,
    signal: AbortSignal,
    options?: Omit<ReadOptions, 'signal'>,
  ): AsyncIterable<Line>
  /** Id of the newest line, stored or about to be; empty when there is none. */
  newest(applicationId: LogSourceId): string
  /** Reads forwards from after a line; the empty id is before every line. */
  openReader(applicationId: LogSourceId, after: string): LogReader
  /** Number of stored lines after one, counted up to a maximum. */
  countAfter(applicationId: LogSourceId, after: string, max: number): Promise<number>
  /** Ids of all applications and add-ons that have stored lines. */
  sources(): Promise<LogSourceId[]>
  /** Removes every line of an application. */
  forget(applicationId: LogSourceId): Promise<void>
  /** Removes lines beyond the retention limits. */
  trim(): Promise<void>
  /** Resolves once every appended line has been written to the operating system. */
  flush(): Promise<void>
  close(): Promise<void>
}
