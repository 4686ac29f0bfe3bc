import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from './applications/application-address.ts'

export type CronPlace = 'one instance' | 'every instance'

export type CronRunState =
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'timed-out'
  | 'interrupted'
  | 'skipped'
  | 'missed'

/** A run of a scheduled task, or one that did not take place. Times are in milliseconds since the epoch. */
export interface CronRun {
  id: string
  cronId: string
  name: string
  schedule: string
  command: string
  cause: 'schedule' | 'request'
  requestedBy: string
  dueAt: number
  instanceId: string | null
  instanceNumber: number | null
  state: CronRunState
  startedAt: number
  endedAt: number | null
  exitCode: number | null
  reason: string | null
}

export interface CronRunWithOutput extends CronRun {
  output: string
  isCut: boolean
}

/** What is written of a scheduled task. */
export interface CronFields {
  name: string
  schedule: string
  command: string
  where?: CronPlace | undefined
  /** Seconds. */
  timeout?: number | undefined
}

export interface Cron extends Required<CronFields> {
  id: string
  source: 'cron.json' | 'own'
  /** The schedule in words. */
  description: string
  where: CronPlace
  timeout: number
  enabled: boolean
  nextAt: number | null
  lastRun: CronRun | null
}

const below = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}`

export const crons = ({ ask }: Connection) => ({
  list: (application: ApplicationAddress) =>
    ask<Cron[]>({ method: 'GET', path: `${below(application)}/crons` }),

  add: (application: ApplicationAddress, body: CronFields) =>
    ask<Cron>({ method: 'POST', path: `${below(application)}/crons`, body }),

  change: (application: ApplicationAddress, cronId: string, body: CronFields) =>
    ask<Cron>({ method: 'PUT', path: below(application) + path`/crons/${cronId}`, body }),

  remove: (application: ApplicationAddress, cronId: string) =>
    ask<Message>({ method: 'DELETE', path: below(application) + path`/crons/${cronId}` }),

  /** Switches one on or off. */
  enable: (application: ApplicationAddress, cronId: string, enabled: boolean) =>
    ask<Message>({
      method: 'PUT',
      path: below(application) + path`/crons/${cronId}/enabled`,
      body: { enabled },
    }),

  /** Runs one now. */
  run: (application: ApplicationAddress, cronId: string) =>
    ask<CronRun[]>({ method: 'POST', path: below(application) + path`/crons/${cronId}/runs` }),

  /** The newest first. */
  runs: (
    application: ApplicationAddress,
    { cronId, limit }: { cronId?: string | undefined; limit?: number | undefined } = {},
  ) =>
    ask<CronRun[]>({
      method: 'GET',
      path: `${below(application)}/cron-runs`,
      query: { cronId, limit: limit === undefined ? undefined : String(limit) },
    }),

  oneRun: (application: ApplicationAddress, runId: string) =>
    ask<CronRunWithOutput>({ method: 'GET', path: below(application) + path`/cron-runs/${runId}` }),

  stopRun: (application: ApplicationAddress, runId: string) =>
    ask<CronRunWithOutput>({
      method: 'DELETE',
      path: below(application) + path`/cron-runs/${runId}`,
    }),
})
