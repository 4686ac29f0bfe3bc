import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import type { LogSourceId, OwnerId } from '#platform/model/ids.ts'
import type { AccessLogEntry } from './access-log.ts'
import type { Recipient } from './drain.ts'
import type { Line } from './line.ts'

/** Who did what, of an audit entry. */
export type AuditFacts = Pick<
  AuditEntry,
  'action' | 'target' | 'outcome' | 'credential' | 'consumerKey' | 'from'
> & { user: { id: string; email: string } }

/** One line of a log or entry of the audit log, with what a recipient needs to know of its origin. */
export interface DrainMessage {
  /** Id of the line or entry; the same when it is sent again. */
  id: string
  date: number
  severity: Line['severity']
  /** Which part wrote it. */
  service: 'berth' | 'build' | 'application' | 'add-on' | 'access' | 'audit'
  text: string
  ownerId: OwnerId
  resourceId: LogSourceId
  resourceName: string
  zone: string
  deploymentId: string
  instanceId: string
  commit: string
  /** Of an access log. */
  access?: AccessLogEntry
  /** Of the audit log. */
  audit?: AuditFacts
}

/** Result of one attempt. */
export interface SendResult {
  /** Why it failed, in one sentence, or empty. */
  failure: string
  /** The recipient does not take the content, so that the same would fail again. */
  isRejected: boolean
  /** Size of what was sent. */
  bytes: number
}

/** Sends messages to recipients, only at addresses that the operator allows. */
export interface DrainSender {
  /** Reason for not sending to a recipient's URL, or `undefined`. */
  objectionTo(recipient: Recipient): string | undefined
  /** One attempt, with a timeout; never throws for what the recipient does. */
  send(
    recipient: Recipient,
    messages: readonly DrainMessage[],
    signal: AbortSignal,
  ): Promise<SendResult>
}
