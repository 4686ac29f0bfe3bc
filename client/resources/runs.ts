import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from './applications/application-address.ts'

export type RunState =
  | 'starting'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'timed-out'
  | 'stopped'
  | 'interrupted'

/** A one-off command. Times are in milliseconds since the epoch. */
export interface Run {
  id: string
  deploymentId: string
  /** Number of the release that it runs. */
  release: number
  commit: string
  /** As it is typed in a shell. */
  command: string
  size: string
  detached: boolean
  /** Seconds. */
  timeout: number
  startedBy: string
  state: RunState
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  exitCode: number | null
  reason: string | null
}

export interface RunWithOutput extends Run {
  /** The end of what it has printed, or what came after the characters that were asked for. */
  output: string
  /** Characters that it has printed so far. */
  outputEnd: number
  /** Some of the output is not kept. */
  isCut: boolean
}

/** What is written of a one-off command. */
export interface RunFields {
  /** One line for the shell, or a program with its arguments. */
  command: readonly string[]
  size?: string | undefined
  /** Seconds. */
  timeout?: number | undefined
  detached?: boolean | undefined
}

export const isRunEnded = ({ state }: Pick<Run, 'state'>): boolean =>
  state !== 'starting' && state !== 'running'

const runsOf = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}/runs`

export const runs = ({ ask }: Connection) => ({
  /** The newest first. */
  list: (application: ApplicationAddress, limit?: number) =>
    ask<Run[]>({
      method: 'GET',
      path: runsOf(application),
      query: { limit: limit === undefined ? undefined : String(limit) },
    }),

  start: (application: ApplicationAddress, body: RunFields) =>
    ask<Run>({ method: 'POST', path: runsOf(application), body }),

  /** One with what it has printed after so many characters. */
  get: (application: ApplicationAddress, runId: string, from = 0) =>
    ask<RunWithOutput>({
      method: 'GET',
      path: runsOf(application) + path`/${runId}`,
      query: { from: String(from) },
    }),

  stop: (application: ApplicationAddress, runId: string) =>
    ask<RunWithOutput>({ method: 'DELETE', path: runsOf(application) + path`/${runId}` }),
})
