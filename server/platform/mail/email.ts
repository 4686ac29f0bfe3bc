import type { EmailId } from '#platform/ids.ts'
/** A mail as it leaves us: plain text. */
export interface Email {
  /** The same each time it is tried: whoever gets it twice can tell. */
  id: EmailId
  to: string
  subject: string
  text: string
}

/**
 * What waits to be mailed. What the mail says is decided only when it is sent: whoever asks for one learns nothing
 * from our answer, nor from how long it takes, about whether the address is known.
 */
export interface QueuedEmail {
  id: EmailId
  /** Which mail. */
  kind: string
  to: string
  /** What the mail needs to know beside the address; sealed at rest. */
  knows: Readonly<Record<string, string>>
  createdAt: number
  /** Not tried before this moment. */
  dueAt: number
  attempts: number
}

/** Hands mails to the mail system. */
export interface Mailer {
  /** Ends when the mail system has taken it over, throws when it has not; the signal says not to wait any longer. */
  send(mail: Email, signal: AbortSignal): Promise<void>
}

/** The mail system will never take it over, as for an address that does not exist: it is not tried again. */
export class UndeliverableError extends Error {}

/** Sends what lies in the outbox, when it is due. */
export interface MailWorker {
  /** Begins to work, with what lies there already; until then everything waits. */
  begin(): void
  /** There is something new. */
  wake(): void
  /** Leaves what is not sent yet to the next start. */
  close(): Promise<void>
}
