import type { AuthorId, DrainId, LogSourceId, OwnerId } from '#platform/model/ids.ts'

/** What a drain sends: lines of the application or add-on, requests of visitors, or who did what to it. */
export const drainKinds = ['LOG', 'ACCESSLOG', 'AUDITLOG'] as const
export type DrainKind = (typeof drainKinds)[number]

export const recipientTypes = [
  'BETTERSTACK',
  'DATADOG',
  'ELASTICSEARCH',
  'NEWRELIC',
  'OVH_TCP',
  'RAW_HTTP',
  'SYSLOG_TCP',
  'SYSLOG_UDP',
] as const
export type RecipientType = (typeof recipientTypes)[number]

interface BasicCredentials {
  readonly username?: string
  readonly password?: string
}

/** Where a drain sends lines, with the credentials for it. */
export type Recipient =
  | ({ readonly type: 'RAW_HTTP'; readonly url: string } & BasicCredentials)
  | ({
      readonly type: 'ELASTICSEARCH'
      readonly url: string
      /** Prefix of the indices, one per day. */
      readonly index: string
    } & BasicCredentials)
  | { readonly type: 'DATADOG'; readonly url: string; readonly apiKey?: string }
  | { readonly type: 'NEWRELIC'; readonly url: string; readonly apiKey: string }
  | { readonly type: 'BETTERSTACK'; readonly url: string; readonly sourceToken: string }
  | {
      readonly type: 'SYSLOG_TCP' | 'SYSLOG_UDP' | 'OVH_TCP'
      readonly url: string
      /** Structured data of every message (RFC 5424), as the owner wrote it. */
      readonly structuredData?: string
    }

/** Sends a log to a recipient, from a position that outlives the server. */
export interface Drain {
  readonly id: DrainId
  readonly ownerId: OwnerId
  /** Application or add-on that the drain is about. */
  readonly resourceId: LogSourceId
  readonly kind: DrainKind
  /** Contains secrets, so it is encrypted at rest. */
  readonly recipient: Recipient
  readonly state: 'ENABLED' | 'DISABLED'
  /** Id of the last change of the state. */
  readonly statusId: string
  readonly stateAt: number
  /** Who has changed the state. */
  readonly stateBy: AuthorId
  readonly createdAt: number
  /** Of the last line or audit entry that was delivered, or that was there when the drain was created. */
  readonly position: string
  /** Failed attempts since the last success. */
  readonly attempts: number
  readonly attemptedAt: number | null
  /** Earliest time of the next attempt, after a failure. */
  readonly dueAt: number | null
  /** Time of the first failure since the last success. */
  readonly failingSince: number | null
  /** Why the last failed attempt failed, in one sentence, or empty. */
  readonly lastError: string
}

/** Attempts in a row that may fail; with the pauses between them, they take about a day. */
export const maxAttempts = 100

/**
 *   RUNNING      lines are delivered, or there are none
 *   RETRYING     the last attempt failed; there will be another one
 *   NOT_RUNNING  it is disabled, or was given up after too many failures
 */
export type ExecutionStatus = 'RUNNING' | 'RETRYING' | 'NOT_RUNNING'

export function executionStatusOf({
  state,
  attempts,
}: Pick<Drain, 'state' | 'attempts'>): ExecutionStatus {
  if (state === 'DISABLED' || attempts >= maxAttempts) return 'NOT_RUNNING'
  return attempts === 0 ? 'RUNNING' : 'RETRYING'
}
