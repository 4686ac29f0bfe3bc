import {
  boolean,
  type Infer,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '#kit/schema.ts'
import { outputSince } from '#platform/hosting/runs/output-ring.ts'
import { type Run, type RunRecord, runStates } from '#platform/model/hosting/runs/run.ts'

const runEntries = {
  id: string,
  /** The release that it runs. */
  deploymentId: string,
  release: integer,
  commit: string,
  /** As it is typed in a shell. */
  command: string,
  size: string,
  detached: boolean,
  /** Seconds after which it is ended. */
  timeout: integer,
  /** The member who has started it. */
  startedBy: string,
  state: oneOf(...runStates),
  createdAt: integer,
  /** When its command began. */
  startedAt: nullable(integer),
  endedAt: nullable(integer),
  exitCode: nullable(integer),
  /** Why it did not succeed. */
  reason: nullable(string),
}

export const oneRun = object(runEntries)
export const listedRuns = list(oneRun)
/** A run with what it has printed: `outputEnd` counts the characters so far, and is what to ask for next. */
export const runWithOutput = object({
  ...runEntries,
  output: string,
  outputEnd: integer,
  isCut: boolean,
})

/** What a client writes of a run. */
export const runBody = object({
  command: list(string),
  size: optional(string),
  timeout: optional(integer),
  detached: optional(boolean),
})

export const runRecord = ({
  id,
  deploymentId,
  release,
  commit,
  command,
  flavor,
  isDetached,
  timeout,
  startedBy,
  state,
  createdAt,
  startedAt,
  endedAt,
  exitCode,
  reason,
}: RunRecord): Infer<typeof oneRun> => ({
  id,
  deploymentId,
  release,
  commit,
  command,
  size: flavor,
  detached: isDetached,
  timeout: Math.round(timeout / 1000),
  startedBy,
  state,
  createdAt,
  startedAt,
  endedAt,
  exitCode,
  reason,
})

export const withOutput = (run: Run, from = 0): Infer<typeof runWithOutput> => ({
  ...runRecord(run),
  ...outputSince(run, from),
})
