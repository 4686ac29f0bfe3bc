import type { ApplicationId } from '#platform/model/ids.ts'
import type { Run, RunEnd, RunId, RunRecord } from './run.ts'

export interface RunStore {
  add(run: Run): Promise<void>
  find(id: RunId): Promise<Run | undefined>
  /** The newest first. */
  list(applicationId: ApplicationId, limit: number): Promise<RunRecord[]>
  /** Those that have not ended, of one application or of all. */
  listUnfinished(applicationId?: ApplicationId): Promise<RunRecord[]>
  /** Its command has begun. */
  begin(id: RunId, startedAt: number): Promise<void>
  /** Keeps what one that goes on has printed so far. */
  keepOutput(id: RunId, output: Pick<Run, 'output' | 'outputEnd'>): Promise<void>
  /** Ends one; `false`, without a write, when it has ended. */
  end(id: RunId, end: RunEnd): Promise<boolean>
  /** Removes ended ones of an application beyond the newest, and those that are older than this. */
  trim(applicationId: ApplicationId, options: { keep: number; before: number }): Promise<void>
}

/** The part of the store about one-off commands. */
export interface RunNouns {
  readonly runs: RunStore
}
