import type { EmailId } from '#platform/model/ids.ts'

/** A document that goes along with an e-mail. */
export interface Attachment {
  /** File name. */
  name: string
  /** Media type. */
  type: string
  bytes: Uint8Array
}

/** An e-mail ready for sending. */
export interface Email {
  /** Message id, the same for each attempt, so that duplicates can be detected. */
  id: EmailId
  to: string
  subject: string
  text: string
  /** The same for programs that show HTML. */
  html: string
  attachments?: readonly Attachment[]
}

/**
 * A queued e-mail. Its content is decided when it is sent, so that neither the response to a request nor its timing
 * reveals whether the address is known.
 */
export interface QueuedEmail {
  id: EmailId
  /** Kind of e-mail. */
  kind: string
  to: string
  /** Template data beside the address; encrypted at rest. */
  knows: Readonly<Record<string, string>>
  createdAt: number
  /** Earliest time of the next attempt. */
  dueAt: number
  attempts: number
}

/** The queued e-mails. */
export interface Outbox {
  add(posting: QueuedEmail): Promise<void>
  /** The e-mail that is due first. */
  findNext(): Promise<QueuedEmail | undefined>
  postpone(id: EmailId, dueAt: number): Promise<void>
  remove(id: EmailId): Promise<void>
}

/** When e-mails to the operators were last sent, by the name of each. */
export interface OperatorMails {
  lastSent(name: string): Promise<number | undefined>
  noteSent(name: string, sentAt: number): Promise<void>
}

/** Hands e-mails to the mail server. */
export interface Mailer {
  /** Resolves when the mail server has accepted the e-mail, rejects otherwise; the signal aborts. */
  send(mail: Email, signal: AbortSignal): Promise<void>
}

/** Permanent rejection, such as for an address that does not exist: not retried. */
export class UndeliverableError extends Error {}

/** Sends queued e-mails when they are due. */
export interface MailWorker {
  /** Starts the worker, with the e-mails already in the outbox. */
  begin(): void
  /** A new e-mail is queued. */
  wake(): void
  /** Stops the worker; unsent e-mails are sent after the next start. */
  close(): Promise<void>
}
